/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The floor of reading the headers of a dump: every file below a folder is opened, 4 KiB of it are read, it is
   closed. Nothing is looked at.

       cc -O2 -pthread -o floor_headers floor_headers.c && ./floor_headers FOLDER [THREADS]

   Threads, two unless told, take folders from one list and pieces of their names from another. */
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { kPiece = 256, kHead = 4096 };

/* A folder whose descriptor stays open, and some of its names, one after the other with their zeros. */
struct piece {
    int folder;
    int count;
    char* names;
    struct piece* next;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t arrived = PTHREAD_COND_INITIALIZER;
static struct piece *first, *last;
static int listed;
static long files, bytes;

static void* kept(void* memory)
{
    if (memory == NULL) {
        fputs("no memory\n", stderr);
        exit(2);
    }
    return memory;
}

static void hand_over(int folder, int count, const char* names, size_t size)
{
    struct piece* piece = kept(malloc(sizeof *piece));
    *piece = (struct piece) {folder, count, kept(malloc(size)), NULL};
    memcpy(piece->names, names, size);
    pthread_mutex_lock(&lock);
    if (last != NULL)
        last->next = piece;
    else
        first = piece;
    last = piece;
    pthread_cond_signal(&arrived);
    pthread_mutex_unlock(&lock);
}

static void list(int descriptor)
{
    DIR* folder = fdopendir(dup(descriptor));
    if (folder == NULL)
        return;
    static char names[kPiece * 256];
    size_t size = 0;
    int count = 0;
    char** below = NULL;
    size_t folders = 0;
    for (struct dirent* entry; (entry = readdir(folder)) != NULL;) {
        if (entry->d_type == DT_DIR && strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) {
            below = kept(realloc(below, (folders + 1) * sizeof *below));
            below[folders++] = kept(strdup(entry->d_name));
        }
        if (entry->d_type != DT_REG)
            continue;
        const size_t length = strlen(entry->d_name) + 1;
        memcpy(names + size, entry->d_name, length);
        size += length;
        if (++count == kPiece) {
            hand_over(descriptor, count, names, size);
            size = 0;
            count = 0;
        }
    }
    if (count > 0)
        hand_over(descriptor, count, names, size);
    closedir(folder);
    for (size_t i = 0; i < folders; ++i) {
        list(openat(descriptor, below[i], O_RDONLY | O_DIRECTORY | O_CLOEXEC));
        free(below[i]);
    }
    free(below);
}

static void* read_heads(void* unused)
{
    char head[kHead];
    long read_files = 0, read_bytes = 0;
    for (;;) {
        pthread_mutex_lock(&lock);
        while (first == NULL && !listed)
            pthread_cond_wait(&arrived, &lock);
        struct piece* piece = first;
        if (piece != NULL && (first = piece->next) == NULL)
            last = NULL;
        if (piece == NULL) {
            files += read_files;
            bytes += read_bytes;
            pthread_mutex_unlock(&lock);
            return unused;
        }
        pthread_mutex_unlock(&lock);
        const char* name = piece->names;
        for (int i = 0; i < piece->count; ++i, name += strlen(name) + 1) {
            const int file = openat(piece->folder, name, O_RDONLY | O_CLOEXEC);
            if (file < 0)
                continue;
            const ssize_t got = read(file, head, sizeof head);
            read_bytes += got > 0 ? got : 0;
            ++read_files;
            close(file);
        }
        free(piece->names);
        free(piece);
    }
}

int main(int argc, char** argv)
{
    const int root = argc > 1 ? open(argv[1], O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    if (root < 0) {
        fputs("usage: floor_headers FOLDER [THREADS]\n", stderr);
        return 2;
    }
    const int count = argc > 2 && atoi(argv[2]) > 0 ? atoi(argv[2]) : 2;
    pthread_t* threads = kept(malloc((size_t)count * sizeof *threads));
    for (int i = 0; i < count; ++i) {
        if (pthread_create(threads + i, NULL, read_heads, NULL) != 0)
            return 2;
    }
    list(root);
    pthread_mutex_lock(&lock);
    listed = 1;
    pthread_cond_broadcast(&arrived);
    pthread_mutex_unlock(&lock);
    for (int i = 0; i < count; ++i)
        pthread_join(threads[i], NULL);
    printf("%ld files, %ld bytes\n", files, bytes);
    return 0;
}
