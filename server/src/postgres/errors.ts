/** What went wrong, for programs: the message is for people. */
export type LauncherErrorCode =
  | 'data_folder_in_use'
  | 'data_folder_not_ours'
  | 'cluster_missing'
  | 'other_major_version'
  | 'foreign_postgres'
  | 'no_binaries'
  | 'no_account'
  | 'initdb_failed'
  | 'start_failed'
  | 'disk_full'
  | 'wrong_password'
  | 'unsafe_settings'

/** A start that cannot go on. `message` is one line in Spanish that says what to do. */
export class LauncherError extends Error {
  readonly code: LauncherErrorCode

  constructor(code: LauncherErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'LauncherError'
    this.code = code
  }
}

/** The system's code of a failed call (`ENOENT`, `EEXIST` …), or undefined for any other error. */
export function errno(error: unknown): string | undefined {
  return error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined
}

/**
 * Turns an error of the system into one that says what to do; anything else is left as it is.
 * @param path what was being read or written
 */
export function explained(error: unknown, path: string): unknown {
  const code = errno(error)
  if (code === 'ENOSPC' || code === 'EDQUOT') return diskFull(path, error)
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    return new LauncherError(
      'data_folder_not_ours',
      `No se puede leer o escribir en ${path} con esta cuenta: arranca con la cuenta que la creó, o usa otra carpeta de datos.`,
      { cause: error },
    )
  }
  return error
}

/** No space on the disk of this path; nothing is lost, and a later start goes on. */
export function diskFull(path: string, cause?: unknown): LauncherError {
  return new LauncherError(
    'disk_full',
    `No queda espacio en el disco de ${path}: libera al menos 500 MB y vuelve a empezar. No se ha perdido nada.`,
    { cause },
  )
}
