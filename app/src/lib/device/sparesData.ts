/**
 * True on a slow or costly connection: the browser's data saver is on, or the connection is like 3G. The worker asks too
 * (`sw/appFiles.ts`).
 */
export function sparesData(): boolean {
  const { connection } = navigator as { connection?: { effectiveType?: string; saveData?: boolean } }
  return Boolean(connection?.saveData) || ['slow-2g', '2g', '3g'].includes(connection?.effectiveType ?? '')
}
