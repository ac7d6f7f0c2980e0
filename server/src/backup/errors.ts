/** A backup or a restore that cannot go on. `message` is one line in Spanish that says what to do. */
export class BackupError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'BackupError'
  }
}

/** What an error of the system means for the operator who waits for a file; anything else is left as it is. */
export function explainedFor(error: unknown, file: string): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC' || code === 'EDQUOT') return noRoom(file, error)
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return new BackupError(`No se puede leer o escribir ${file} con esta cuenta.`, { cause: error })
  if (code === 'ENOENT' || code === 'ENOTDIR') return new BackupError(`No existe ${file}.`, { cause: error })
  return error
}

export function noRoom(file: string, cause?: unknown): BackupError {
  return new BackupError(
    `No queda espacio para ${file}: libera espacio o elige otro disco. No ha quedado nada a medias.`,
    { cause },
  )
}
