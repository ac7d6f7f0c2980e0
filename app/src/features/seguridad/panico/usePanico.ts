import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { LOCATION_DEADLINE_MS } from '../../../lib/device/geolocation.ts'
import { holdAlerta } from '../../../lib/session/sessionEnd.ts'
import { useStore } from '../../../lib/useStore.ts'
import { type Contacto, knownContactos } from '../contactos/contactos.ts'
import type { Memoria } from '../posicion/posicion.ts'
import { createPanico } from './panico.ts'
import { forgetAlerta, recallAlerta, rememberAlerta } from './recuerdo.ts'

/**
 * The panic button of one screen.
 *
 * @param owner whose it is; undefined where nobody is signed in
 * @param memoria the places known beforehand
 * @param contactos as the screen already knows them; undefined while it does not
 * @param how what her contacts call her; and whether it runs on the locked screen (see `createPanico`)
 */
export function usePanico(
  owner: string | undefined,
  memoria: Memoria,
  contactos: Contacto[] | undefined,
  { nombre, discreet = false }: { nombre: string | null; discreet?: boolean },
) {
  const client = useQueryClient()
  const known = useRef({ owner, contactos, nombre })
  known.current = { owner, contactos, nombre }

  const panico = useMemo(
    () =>
      createPanico({
        memoria,
        owner: () => known.current.owner,
        contactos: () => known.current.contactos,
        findContactos: (owner) => knownContactos(client, owner, LOCATION_DEADLINE_MS),
        nombre: () => known.current.nombre,
        onPress: holdAlerta,
        remember: rememberAlerta,
        forget: forgetAlerta,
        recall: discreet ? async () => null : recallAlerta,
        discreet,
      }),
    [memoria, client, discreet],
  )
  useEffect(() => panico.open(), [panico])
  const { pressPanico, markOpened, closeAlerta } = panico
  return { ...useStore(panico), pressPanico, markOpened, closeAlerta }
}
