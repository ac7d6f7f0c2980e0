import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { Button, buttonClass } from '../../components/button/Button.tsx'
import { askCount } from '../../lib/api/ask.ts'
import { offerPasos, readPasos, skipPasos, usePasosOffer } from '../../lib/device/primerosPasos.ts'
import { useUser } from '../../lib/session/session.tsx'

/** The way to the first steps for a member without a contact, until she has one or says no. Never before what she came for. */
export function FirstSteps() {
  // What Home began with stays as it is: from the next time on it begins with them.
  const [before] = useState(readPasos)
  const now = usePasosOffer()
  return before === null && now !== 'no' ? <Offer /> : null
}

function Offer() {
  const { id } = useUser()
  const { data: contactos } = useQuery({
    queryKey: ['contactos_emergencia', id, 'cuantos'],
    queryFn: ({ signal }) =>
      askCount(
        (db) =>
          db
            .from('contactos_emergencia')
            .select('id', { count: 'exact', head: true })
            .eq('user_id', id)
            .eq('activo', true),
        { signal },
      ),
  })
  useEffect(() => {
    if (contactos === 0) offerPasos()
  }, [contactos])
  if (contactos !== 0) return null
  return (
    <section
      aria-labelledby="primeros-pasos"
      className="grid gap-3 rounded-tile border border-linea bg-superficie p-4 sm:flex sm:items-center sm:justify-between"
    >
      <div>
        <h2 id="primeros-pasos" className="text-xl">
          Deja lista tu alerta
        </h2>
        <p className="text-[0.9375rem] text-tinta-suave">Cinco pasos cortos. Puedes omitirlos.</p>
      </div>
      <div className="flex gap-2">
        <Link to="/seguridad/primeros-pasos" className={buttonClass()}>
          Empezar
        </Link>
        <Button look="quiet" onClick={skipPasos}>
          Ahora no
        </Button>
      </div>
    </section>
  )
}
