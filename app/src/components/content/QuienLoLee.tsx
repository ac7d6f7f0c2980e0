import { Link } from 'react-router'
import { useCofre } from '../../lib/cofre/cofre.ts'

/** Who can read notes of hers (`lib/cofre/hojas.ts`), as it is. @param solo in what words she alone reads them */
export function QuienLoLee({ solo }: { solo: string }) {
  const estado = useCofre()
  return (
    <p className="text-[0.9375rem] text-tinta-suave print:hidden">
      {solo}{' '}
      {estado === 'abierto' ? (
        'Se guarda cerrado con tu llave.'
      ) : (
        <>
          Está en este dispositivo: si cierras sesión o lo pierdes, se va.{' '}
          <Link
            to="/cofre"
            className="inline-block py-1 font-semibold text-jacaranda-texto underline underline-offset-4"
          >
            Guardarlo con tu llave
          </Link>
        </>
      )}
    </p>
  )
}
