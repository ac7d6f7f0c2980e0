import { Link } from 'react-router'
import { buttonClass } from '../../components/button/Button.tsx'
import type { Estado } from '../../lib/cofre/cofre.ts'
import type { Entrada } from './entradas.ts'

type SinLlaveProps = { ilegible: Entrada['ilegible']; cofre: Estado }

/** In the place of a day that cannot be read here. */
export function SinLlave({ ilegible, cofre }: SinLlaveProps) {
  if (ilegible === 'rota')
    return (
      <p>
        Este día no se puede abrir: lo que tiene el servicio no es lo que tú cerraste. No lo borramos; escribe
        al equipo desde tu perfil.
      </p>
    )
  return (
    <>
      <p>
        {cofre !== 'cerrado'
          ? 'Este día se cerró con otra llave tuya: se abre con su código.'
          : ilegible
            ? 'Este día está escrito y cerrado. Para leerlo aquí, pon tu llave en este dispositivo.'
            : 'Para escribir aquí, pon primero tu llave en este dispositivo.'}
      </p>
      <Link to="/cofre" className={buttonClass({ className: 'justify-self-start' })}>
        {cofre === 'cerrado' ? 'Poner mi llave' : 'Abrir con ese código'}
      </Link>
    </>
  )
}
