import { stat } from 'node:fs/promises'
import path from 'node:path'
import { BackupError } from './errors.ts'

/** In the data folder for as long as a restore goes on; where it stays, one was ended in the middle. */
export function restoringMark(dataDir: string): string {
  return path.join(dataDir, 'restoring')
}

/** @throws BackupError where the data folder is half restored: a server that began there would not have what was lost */
export async function assertNotRestoring(dataDir: string): Promise<void> {
  // No such folder: nothing is being restored.
  if (!(await stat(restoringMark(dataDir)).catch(() => undefined))) return
  throw new BackupError(
    `En ${dataDir} hay una restauración a medias: repite «npm run restore» y después vuelve a empezar.`,
  )
}
