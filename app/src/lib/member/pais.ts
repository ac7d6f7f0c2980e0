import { ask } from '../api/ask.ts'
import { keepPais, readElegido, watchPaisElegido } from '../emergencia/emergencia.ts'

/*
 * Her country: private, of her own row alone (`alarma_ajustes.pais`), and on this device so that her number is there without a network.
 * Her contacts' messages and pages are written from that row, so what she confirms on any screen must arrive in it.
 */

const askPais = (userId: string) =>
  ask((db) => db.from('alarma_ajustes').select('pais').eq('user_id', userId).maybeSingle())

/** @throws ServiceError where the service was not reached */
async function bringTogether(userId: string, stillHers: () => boolean): Promise<void> {
  const elegido = readElegido()
  if (elegido !== null) {
    const row = { user_id: userId, pais: elegido || null }
    await ask((db) => db.from('alarma_ajustes').upsert(row, { onConflict: 'user_id' }))
    if (stillHers()) keepPais(elegido, elegido)
    return
  }
  const found = await askPais(userId)
  // A row without a country is one that was asked about nothing: what she denied on this device stays.
  if (stillHers() && found?.pais) keepPais(found.pais)
}

/**
 * Keeps this device and her account of one mind, while she is signed in: what she says here goes there, else what is there counts here.
 *
 * @returns ends it
 */
export function watchPais(userId: string): () => void {
  let over = false
  let busy: Promise<void> = Promise.resolve()
  const again = () => {
    busy = busy
      .then(() => (over ? undefined : bringTogether(userId, () => !over)))
      // Without the service it stays in this tab, and counts there.
      .catch(() => {})
  }
  const onChoice = () => {
    if (readElegido() !== null) again()
  }
  const stop = watchPaisElegido(onChoice)
  window.addEventListener('online', again)
  again()
  return () => {
    over = true
    stop()
    window.removeEventListener('online', again)
  }
}
