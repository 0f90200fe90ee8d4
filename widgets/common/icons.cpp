// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/icons.h"

#include <QFile>
#include <QGuiApplication>
#include <QIconEngine>
#include <QPainter>
#include <QPixmapCache>
#include <QSvgRenderer>

namespace dumpscope::gui {

namespace {

QString pathOf(const QByteArray& name)
{
    return QStringLiteral(":/icons/") + QString::fromLatin1(name) + QStringLiteral(".svg");
}

/// Draws an outline in the colour the application's theme gives it at that moment, at the resolution
/// it is asked for.
class TintedIconEngine : public QIconEngine {
public:
    TintedIconEngine(QByteArray name, Token token)
        : m_name(std::move(name))
        , m_token(token)
    {
    }

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State state) override
    {
        const qreal ratio = painter->device()->devicePixelRatioF();
        painter->drawPixmap(rect, pixmap((QSizeF(rect.size()) * ratio).toSize(), mode, state));
    }

    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State) override
    {
        const Theme& theme = Theme::of(QGuiApplication::palette());
        const QColor color = theme.color(mode == QIcon::Disabled ? Token::Dim : m_token);
        const QString key = QStringLiteral("dumpscope/%1/%2/%3x%4")
                                .arg(QString::fromLatin1(m_name), color.name())
                                .arg(size.width())
                                .arg(size.height());
        QPixmap drawn;
        if (!QPixmapCache::find(key, &drawn)) {
            drawn = draw(size, color);
            QPixmapCache::insert(key, drawn);
        }
        return drawn;
    }

    QPixmap scaledPixmap(const QSize& size, QIcon::Mode mode, QIcon::State state, qreal) override
    {
        return pixmap(size, mode, state);
    }

    QIconEngine* clone() const override { return new TintedIconEngine(*this); }
    QString key() const override { return QStringLiteral("dumpscope"); }
    bool isNull() override { return false; }

private:
    QPixmap draw(const QSize& size, const QColor& color) const
    {
        QPixmap drawn(size);
        drawn.fill(Qt::transparent);
        QFile file(pathOf(m_name));
        if (size.isEmpty() || !file.open(QIODevice::ReadOnly))
            return drawn;
        QSvgRenderer svg(file.readAll().replace("currentColor", color.name().toLatin1()));
        QPainter painter(&drawn);
        const qreal side = std::min(size.width(), size.height());
        svg.render(&painter, QRectF((size.width() - side) / 2, (size.height() - side) / 2, side, side));
        return drawn;
    }

    QByteArray m_name;
    Token m_token;
};

} // namespace

QIcon icon(const char* name, Token token)
{
    if (!QFile::exists(pathOf(name))) {
        qWarning("There is no icon %s", name);
        return {};
    }
    return QIcon(new TintedIconEngine(name, token));
}

QIcon applicationIcon()
{
    QIcon drawn;
    drawn.addFile(QStringLiteral(":/icons/dumpscope-small.svg"), QSize(16, 16));
    for (const int side : {24, 32, 48, 64, 128, 256})
        drawn.addFile(QStringLiteral(":/icons/dumpscope.svg"), QSize(side, side));
    return drawn;
}

} // namespace dumpscope::gui
