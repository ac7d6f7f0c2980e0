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
