import { useMutation } from '@tanstack/react-query'
import { ask } from '../../../lib/api/ask.ts'
import { isDuplicate, ServiceError } from '../../../lib/api/errors.ts'
import { hold, saveForm } from '../../../lib/api/versionedRows.ts'
import { useUser } from '../../../lib/session/session.tsx'
import { COLUMNS, type Contacto, type NuevoContacto, useReload } from './contactos.ts'

/* Apart from the reading: the page is drawn without it, and the form loads it. */

type Saving = {
  /** Of the row to be: pressed twice, or with an answer that was lost, it is one contact. */
  id: string
  /** What the form was filled in from; null where it is not there (any more). */
  base: Contacto | null
  /** Whether it was deleted while she was changing it: then the row is still there, and comes back as she has it now. */
  gone: boolean
  contacto: NuevoContacto
}

/**
 * Adds a contact, or changes the one that the form was filled in from.
 *
 * The mutation fails with `PT409` where another contact of hers has that number, `PT422` beyond fifty, and with `StaleForm` where it was
 * changed or deleted on another device meanwhile.
 */
export function useSaveContacto() {
  const { id: user_id } = useUser()
  return useMutation({
    mutationFn: ({ id, base, gone, contacto }: Saving) => {
      const read = (one: string) =>
        ask((db) =>
          db.from('contactos_emergencia').select(COLUMNS).eq('id', one).eq('activo', true).maybeSingle(),
        )
      const change = (part: object) =>
        ask((db) =>
          db
            .from('contactos_emergencia')
            .update({ ...contacto, activo: true })
            .match(part)
            .select('id'),
        )
      return saveForm<Contacto>(
        { id, base },
        {
          read,
          change: ({ version }) => change({ id, version, activo: true }),
          says: (now) => hold(now, contacto),
          add: async () => {
            if (gone && (await change({ id, activo: false })).length > 0) return
            await ask((db) =>
              db.from('contactos_emergencia').insert({ id, user_id, ...contacto, activo: true }),
            ).catch(async (failure: unknown) => {
              // It has arrived already; or the number did, in the same moment and as another.
              if (isDuplicate(failure) && !(await read(id)))
                throw new ServiceError(REPEATED, 'PT409', 409, failure)
              throw failure
            })
          },
        },
      )
    },
    // Also after a failure: an answer that got lost may hide a contact that was saved.
    onSettled: useReload(),
  })
}

const REPEATED = 'Ese número ya lo tienes guardado.'
