import { queue } from '../../lib/offline/outbox.ts'
import type { Mensaje } from './lineas.ts'
import { insertMensaje } from './mensajes.ts'
import { createResend } from './resend.ts'

/** Open circles, by id: what has arrived stands on her screen before it leaves the ones that wait. */
const open = new Map<string, (message: Mensaje) => void>()

/**
 * What she wrote in the circles and has not arrived, in the order of writing. It outlives the page and the end of her session, sealed;
 * but a word that comes an hour late may be another word: what failed goes by itself only while the talk is still the same one
 * (resend.ts), and after that, like what an earlier visit left, waits for her to say whether it still goes.
 */
export const porEnviar = queue.lane<Mensaje, Mensaje>('sala', {
  until: () => 'signedOut',
  turn: ({ body }) => body.sala_id,
  failed(failure, entry) {
    resend.note(failure, entry)
    return 'held'
  },
  reopen: () => 'held',
  async deliver({ body }) {
    const message = await insertMensaje(body)
    open.get(body.sala_id)?.(message)
    return message
  },
})

const resend = createResend(porEnviar)

/** Until when a message that did not arrive goes by itself; null: whether it still goes is hers to say. */
export const goesUntil = ({ id, creado_en }: Pick<Mensaje, 'id' | 'creado_en'>): number | null =>
  resend.until({ id, at: Date.parse(creado_en) })

if (typeof window !== 'undefined') window.addEventListener('online', resend.now)

/** Tells a circle that is on screen what of hers has arrived. @returns how to stop */
export function whenSent(salaId: string, take: (message: Mensaje) => void): () => void {
  open.set(salaId, take)
  return () => {
    if (open.get(salaId) === take) open.delete(salaId)
  }
}
