import { Carta } from '../../ui/illustrations/Carta.tsx'
import { Casa } from '../../ui/illustrations/Casa.tsx'
import { Circulo } from '../../ui/illustrations/Circulo.tsx'
import { Cuaderno } from '../../ui/illustrations/Cuaderno.tsx'
import { Hojas } from '../../ui/illustrations/Hojas.tsx'
import { Jacaranda } from '../../ui/illustrations/Jacaranda.tsx'
import { Libro } from '../../ui/illustrations/Libro.tsx'
import { Luna } from '../../ui/illustrations/Luna.tsx'
import { Maceta } from '../../ui/illustrations/Maceta.tsx'
import { Nube } from '../../ui/illustrations/Nube.tsx'
import { Rama } from '../../ui/illustrations/Rama.tsx'
import { Reloj } from '../../ui/illustrations/Reloj.tsx'
import { Ventana } from '../../ui/illustrations/Ventana.tsx'

const drawings = {
  Jacaranda,
  Casa,
  Luna,
  Circulo,
  Cuaderno,
  Maceta,
  Libro,
  Ventana,
  Carta,
  Reloj,
  Rama,
  Hojas,
  Nube,
}

export function Dibujos() {
  return (
    <ul className="grid grid-cols-2 gap-4 md:grid-cols-4">
      {Object.entries(drawings).map(([name, Drawing]) => (
        <li
          key={name}
          className="grid justify-items-center gap-2 rounded-card border border-linea p-4 text-sm"
        >
          <Drawing className="h-28 max-w-full" />
          {name}
        </li>
      ))}
    </ul>
  )
}
