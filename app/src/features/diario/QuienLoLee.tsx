import { Link } from 'react-router'
import type { Estado } from '../../lib/cofre/cofre.ts'
import { useEquipo } from '../../lib/cofre/equipo.ts'

function Cerrado() {
  return useEquipo() === 'ahora'
    ? 'Solo lo lees tú: se guarda cerrado con tu llave, de la que el equipo tiene una copia.'
    : 'Solo lo lees tú: se guarda cerrado con tu llave.'
}

/** Who can read what she writes, as it is. */
export function QuienLoLee({ estado }: { estado: Estado }) {
  if (estado === 'leyendo' || estado === 'cerrado') return null
  return (
    <p className="px-1 pt-3 text-[0.9375rem] text-tinta-suave">
      {estado === 'abierto' ? (
        <Cerrado />
      ) : (
        <>
          Desde la app solo lo lees tú: ni otras ni el equipo. Quien administra el servidor podría.{' '}
          {estado === 'sin' && (
            <Link
              to="/cofre"
              className="inline-block py-1 font-semibold text-jacaranda-texto underline underline-offset-4"
            >
              Que solo tú puedas leerlo
            </Link>
          )}
        </>
      )}
    </p>
  )
}
