import { useState } from 'react'
import { Button } from '../../components/button/Button.tsx'
import { Card } from '../../components/layout/Card.tsx'
import {
  ACCESOS_AT_MOST,
  type Acceso,
  addAcceso,
  nameOnPhone,
  removeAcceso,
  renewAcceso,
  useAccesos,
  useCanAcceso,
} from '../../lib/cofre/acceso.ts'
import { useLlavero } from '../../lib/cofre/cofre.ts'
import { seeOwn } from '../../lib/member/cambios.ts'
import { withPrueba } from '../../lib/session/prueba.ts'
import { useUser } from '../../lib/session/session.tsx'
import { longFecha } from '../../lib/time/fechas.ts'
import { toast } from '../../lib/toast/toast.tsx'
import { sayAccesoFailed } from './sayAccesoFailed.ts'

/** Passkeys that open her vault on a device without a key. */
export function Accesos() {
  const { id } = useUser()
  const accesos = useAccesos()
  const can = useCanAcceso()
  const actual = useLlavero()?.actual?.id
  const [busy, setBusy] = useState<string | null>(null)
  if (!accesos || (!can && accesos.length === 0)) return null

  const change = async (which: string, done: string, failed: string, work: () => Promise<void>) => {
    if (busy) return
    setBusy(which)
    try {
      await work()
      toast({ title: done })
      // What was made here is no news here.
      void seeOwn(id, 'codigo').catch(() => {})
    } catch (failure) {
      sayAccesoFailed(failed, failure)
    }
    setBusy(null)
  }
  const add = () =>
    change('add', 'Llave de acceso lista', 'No pudimos añadir la llave de acceso', () =>
      addAcceso(id, accesos, withPrueba),
    )
  const renew = (acceso: Acceso) =>
    change(acceso.credencial, 'Ya abre también lo nuevo', 'No pudimos renovarla', () =>
      renewAcceso(id, acceso, withPrueba),
    )
  const remove = (acceso: Acceso) =>
    change(acceso.credencial, 'Llave de acceso quitada', 'No pudimos quitarla', () =>
      removeAcceso(id, acceso),
    )

  return (
    <Card as="section" aria-labelledby="accesos" className="grid gap-4">
      <h2 id="accesos" className="text-2xl">
        Llaves de acceso
      </h2>
      <p>
        Otra manera de poner tu llave en un dispositivo, sin las 12 palabras: con la huella, la cara o el PIN
        con que se desbloquea.
      </p>
      <p className="rounded-control bg-maiz-suave px-3 py-2 text-[0.9375rem] text-maiz-texto">
        La puede usar quien desbloquee este teléfono con su huella o su PIN, o tenga tu cuenta de Google o de
        Apple: si no eres solo tú, no la añadas.
      </p>
      {accesos.length > 0 && (
        <ul aria-label="Tus llaves de acceso" className="grid gap-3">
          {accesos.map((acceso) => (
            <li key={acceso.credencial} className="flex flex-wrap items-center justify-between gap-2">
              <span className="min-w-0 flex-1 basis-48">
                Del {longFecha(new Date(acceso.desde))}
                {actual && !acceso.llaves.includes(actual) && (
                  <span className="block text-[0.9375rem] text-tinta-suave">
                    Abre solo lo que cerraste con una llave anterior.
                  </span>
                )}
              </span>
              {can && actual && !acceso.llaves.includes(actual) && (
                <Button look="secondary" busy={busy === acceso.credencial} onClick={() => void renew(acceso)}>
                  Renovar
                </Button>
              )}
              <Button look="quiet" busy={busy === acceso.credencial} onClick={() => void remove(acceso)}>
                Quitar
              </Button>
            </li>
          ))}
        </ul>
      )}
      {can && accesos.length < ACCESOS_AT_MOST && (
        <>
          <Button look="secondary" busy={busy === 'add'} busyLabel="Añadiendo…" onClick={() => void add()}>
            Añadir una llave de acceso
          </Button>
          <p className="text-[0.9375rem] text-tinta-suave">
            Tu teléfono la guarda con el nombre «{nameOnPhone()}» y la dirección de esta página.
          </p>
        </>
      )}
    </Card>
  )
}
