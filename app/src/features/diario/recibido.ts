import { readAtajos } from '../../lib/device/atajos.ts'

const worker = () => navigator.serviceWorker?.controller ?? null

/**
 * What another app shared with her, which the worker holds in its memory for a few minutes (`sw/share.ts`); an empty text where there is
 * nothing, or where she does not take anything in.
 */
export async function readCompartido(): Promise<string> {
  const sw = worker()
  if (!sw || !readAtajos().has('compartir')) return ''
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(typeof data === 'string' ? data : '')
    sw.postMessage('compartido', [port2])
  })
}

/** Lets the worker forget it. */
export function forgetCompartido(): void {
  worker()?.postMessage('olvida')
}
