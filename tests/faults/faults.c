// Fails one operation on the files of a folder: the FAULT_AT-th write, sync, link, rename or removal below FAULT_DIR.
//
// FAULT_MODE is `error` (it fails, once), `full` (it and all later ones fail: the disk is full) or `crash` (half of it
// is done, and the process ends). At its end the process appends the number of operations to FAULT_COUNT.
//
// FAULT_STATE names a file whose text says how the storage is now, for a test that changes it while the process runs:
// `full` and `quota` (no byte can be written), `read-only` and `denied` (nothing can be opened for writing, made, renamed
// or removed), `broken` (writing and syncing fail), `stalled` (files are opened once it is over, as on a network share that
// is gone), or anything else (all is well).

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

static int operations;

static ssize_t (*real_write)(int, const void *, size_t);

static int is_path_ours(const char *path) {
    const char *folder = getenv("FAULT_DIR");
    return folder && strncmp(path, folder, strlen(folder)) == 0;
}

static int is_ours(int file) {
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0)
        return 0;
    path[length] = 0;
    return is_path_ours(path);
}

__attribute__((destructor)) static void report(void) {
    const char *file = getenv("FAULT_COUNT");
    if (!file)
        return;
    FILE *out = fopen(file, "w");
    if (out) {
        fprintf(out, "%d\n", __atomic_load_n(&operations, __ATOMIC_SEQ_CST));
        fclose(out);
    }
}

// The two kinds of operations that a state lets fail.
enum { BYTES, NAMES };

// Reads the state of the storage; the empty text if there is none.
static void read_state(char *state, size_t size) {
    const char *path = getenv("FAULT_STATE");
    memset(state, 0, size);
    if (!path)
        return;
    int file = syscall(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return;
    syscall(SYS_read, file, state, size - 1);
    close(file);
}

// The error of an operation in the state of the storage; 0 if there is none.
static int error_of_state(int kind) {
    static const struct {
        const char *state;
        int kind, error;
    } errors[] = {
        {"full", BYTES, ENOSPC},    {"quota", BYTES, EDQUOT}, {"read-only", NAMES, EROFS},
        {"denied", NAMES, EACCES}, {"broken", BYTES, EIO},
    };
    char state[16];
    read_state(state, sizeof state);
    for (size_t at = 0; at < sizeof errors / sizeof *errors; at++)
        if (errors[at].kind == kind && strcmp(errors[at].state, state) == 0)
            return errors[at].error;
    return 0;
}

#define FAIL_IN_STATE(condition, kind)                                                                                 \
    if (condition) {                                                                                                   \
        int error = error_of_state(kind);                                                                              \
        if (error) {                                                                                                   \
            errno = error;                                                                                             \
            return -1;                                                                                                 \
        }                                                                                                              \
    }

// 0: go on; 1: fail; 2: do half of it and end.
static int fault(void) {
    int now = __atomic_add_fetch(&operations, 1, __ATOMIC_SEQ_CST);
    const char *at = getenv("FAULT_AT"), *mode = getenv("FAULT_MODE");
    if (!at || !mode)
        return 0;
    int place = atoi(at);
    if (now == place)
        return strcmp(mode, "crash") == 0 ? 2 : 1;
    return now > place && strcmp(mode, "full") == 0;
}

ssize_t write(int file, const void *bytes, size_t count) {
    if (!real_write)
        real_write = dlsym(RTLD_NEXT, "write");
    FAIL_IN_STATE(is_ours(file), BYTES)
    if (is_ours(file)) {
        switch (fault()) {
        case 1:
            errno = ENOSPC;
            return -1;
        case 2:
            real_write(file, bytes, count / 2);
            _exit(99);
        }
    }
    return real_write(file, bytes, count);
}

#define FAIL(condition)                                                                                                \
    if (condition) {                                                                                                   \
        switch (fault()) {                                                                                             \
        case 1:                                                                                                        \
            errno = EIO;                                                                                               \
            return -1;                                                                                                 \
        case 2:                                                                                                        \
            _exit(99);                                                                                                 \
        }                                                                                                              \
    }

int fsync(int file) {
    FAIL_IN_STATE(is_ours(file), BYTES)
    FAIL(is_ours(file))
    int (*real)(int) = dlsym(RTLD_NEXT, "fsync");
    return real(file);
}

int fdatasync(int file) {
    FAIL_IN_STATE(is_ours(file), BYTES)
    FAIL(is_ours(file))
    int (*real)(int) = dlsym(RTLD_NEXT, "fdatasync");
    return real(file);
}

int rename(const char *from, const char *to) {
    FAIL_IN_STATE(is_path_ours(to), NAMES)
    FAIL(is_path_ours(to))
    int (*real)(const char *, const char *) = dlsym(RTLD_NEXT, "rename");
    return real(from, to);
}

int linkat(int from_folder, const char *from, int to_folder, const char *to, int flags) {
    FAIL_IN_STATE(is_path_ours(to), NAMES)
    FAIL(is_path_ours(to))
    int (*real)(int, const char *, int, const char *, int) = dlsym(RTLD_NEXT, "linkat");
    return real(from_folder, from, to_folder, to, flags);
}

int unlink(const char *path) {
    FAIL_IN_STATE(is_path_ours(path), NAMES)
    FAIL(is_path_ours(path))
    int (*real)(const char *) = dlsym(RTLD_NEXT, "unlink");
    return real(path);
}

int mkdir(const char *path, mode_t mode) {
    FAIL_IN_STATE(is_path_ours(path), NAMES)
    int (*real)(const char *, mode_t) = dlsym(RTLD_NEXT, "mkdir");
    return real(path, mode);
}

int open64(const char *path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    mode_t mode = flags & O_CREAT ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    for (char state[16]; is_path_ours(path); usleep(20000)) {
        read_state(state, sizeof state);
        if (strcmp(state, "stalled") != 0)
            break;
    }
    FAIL_IN_STATE((flags & O_ACCMODE) != O_RDONLY && is_path_ours(path), NAMES)
    int (*real)(const char *, int, ...) = dlsym(RTLD_NEXT, "open64");
    return real(path, flags, mode);
}
