/*
 * What another app shares with her, where she wants that (`src/lib/device/atajos.ts`): held in memory alone, and for four minutes at most, until her diary,
 * behind her session and her PIN, asks for it. It never stands in an address or in a store.
 */
const HELD_MS = 240_000
/** As much as a page of the diary takes, about. */
const MOST = 20_000
let shared = ''

export const readShared = () => shared

export function forgetShared(): void {
  shared = ''
}

/** Answers the form that the device sends: leads to the diary, by an address that says nothing of it. */
export async function takeShared(request: Request, event: ExtendableEvent): Promise<Response> {
  const form = await request.formData().catch(() => new FormData())
  const parts = ['titulo', 'texto', 'enlace'].map((name) => form.get(name))
  const text = parts.filter((part) => typeof part === 'string' && part.trim()).join('\n')
  const held = text.slice(0, MOST)
  shared = held
  // A browser ends a worker that has nothing to do, and its memory with it.
  event.waitUntil(
    new Promise((resolve) => setTimeout(resolve, HELD_MS)).then(() => {
      if (shared === held) forgetShared()
    }),
  )
  return Response.redirect('/diario-emocional', 303)
}
