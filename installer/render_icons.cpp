// SPDX-License-Identifier: GPL-3.0-or-later
// Draws the program's icon in the sizes of the hicolor theme: render_icons LARGE.svg SMALL.svg FOLDER.
#include <QDir>
#include <QImage>
#include <QPainter>
#include <QSvgRenderer>

#include <cstdio>

int main(int argc, char** argv)
{
    if (argc != 4)
        return 2;
    for (const int size : {16, 22, 24, 32, 48, 64, 128, 256}) {
        // The small drawing leaves out what would blur.
        QSvgRenderer drawing(QString::fromLocal8Bit(argv[size <= 24 ? 2 : 1]));
        QImage image(size, size, QImage::Format_ARGB32_Premultiplied);
        image.fill(Qt::transparent);
        QPainter painter(&image);
        drawing.render(&painter);
        painter.end();
        const QString folder = QStringLiteral("%1/%2x%2/apps").arg(QString::fromLocal8Bit(argv[3])).arg(size);
        if (!drawing.isValid() || !QDir().mkpath(folder)
            || !image.save(folder + QStringLiteral("/dumpscope.png"))) {
            std::fprintf(stderr, "cannot draw %d pixels\n", size);
            return 1;
        }
    }
    return 0;
}
