import { ask } from '../../../lib/api/ask.ts'
import { watchRows } from '../../../lib/api/live.ts'
import { alertaShown } from '../../../lib/session/fingidas.ts'
import type { Alerta, Entrega } from './estado.ts'

export type Leida = { alerta: Alerta; entregas: Entrega[] }

const ALERTA =
  'id, cliente_id, origen, estado, motivo, con_pin, pulsada_en, creada_en, sale_en, cerrada_en, pulsaciones, orden, espera_min, nota'
const ENTREGA =
  'id, contacto_id, via, estado, motivo, respuesta, enviada_en, entregada_en, vista_en, respondida_en'

async function entregasOf(found: Alerta): Promise<Leida | null> {
  const alerta = alertaShown(found)
  if (!alerta) return null
  const entregas = await ask((db) =>
    db.from('entregas').select(ENTREGA).eq('alerta_id', alerta.id).order('encolada_en').order('id'),
  )
  return { alerta, entregas }
}

/** An alert of hers by its id or by that of the press, with what became of it; null where there is none. */
export async function readAlerta(owner: string, id: string): Promise<Leida | null> {
  const [alerta] = await ask((db) =>
    db.from('alertas').select(ALERTA).eq('user_id', owner).or(`id.eq.${id},cliente_id.eq.${id}`).limit(1),
  )
  return alerta ? entregasOf(alerta) : null
}

/**
 * The alert that is open, whichever device it was opened on.
 *
 * @param known one that was open before: it is told of once more when none is
 */
export async function readAbierta(owner: string, known: string | null): Promise<Leida | null> {
  const [alerta] = await ask((db) =>
    db
      .from('alertas')
      .select(ALERTA)
      .eq('user_id', owner)
      .neq('estado', 'cerrada')
      .neq('origen', 'simulacro')
      .order('creada_en')
      .limit(1),
  )
  if (alerta) return entregasOf(alerta)
  return known === null ? null : readAlerta(owner, known)
}

/**
 * Hears that an alert was opened or closed, on whichever device: one channel on the one table that hardly ever changes, over the socket
 * that all screens share. @returns how to stop
 */
export function watchAbierta(owner: string, again: () => void): () => void {
  return watchRows('alertas', [{ table: 'alertas', filter: `user_id=eq.${owner}` }], again)
}

/** Hears of every change to her alerts, and asks again each time the channel stands. @returns how to stop */
export function watchAlertas(
  owner: string,
  again: () => void,
  onLive: (live: boolean) => void = () => {},
): () => void {
  const filter = `user_id=eq.${owner}`
  return watchRows(
    'alertas',
    [
      { table: 'alertas', filter },
      { table: 'entregas', filter },
    ],
    again,
    onLive,
  )
}
