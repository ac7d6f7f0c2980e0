/**
 * Gives her a file that was made on the device; nothing of it travels. Call it from the event handler.
 *
 * @param name file name; neutral, since it stays in the downloads of a device that others may use
 * @param type media type, such as `text/plain`
 */
export function downloadFile(name: string, content: string | Blob, type: string): void {
  const address = URL.createObjectURL(new Blob([content], { type: `${type};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Some browsers read it only after the click has ended.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
