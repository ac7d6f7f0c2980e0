const pairs = [
  'bg-crema text-tinta',
  'bg-crema text-tinta-suave',
  'bg-superficie text-tinta border border-linea',
  'bg-hundido text-tinta-suave',
  'bg-jacaranda text-sobre-jacaranda',
  'bg-jacaranda-viva text-white',
  'bg-jacaranda-suave text-jacaranda-texto',
  'bg-bugambilia text-white',
  'bg-bugambilia-suave text-bugambilia-texto',
  'bg-salvia-suave text-salvia-texto',
  'bg-maiz-suave text-maiz-texto',
  'bg-alerta text-sobre-alerta',
  'bg-alerta-suave text-alerta-texto',
]

export function Colores() {
  return (
    <ul className="grid grid-cols-2 gap-2 md:grid-cols-4">
      {pairs.map((pair) => (
        <li key={pair} className={`rounded-control p-3 text-sm ${pair}`}>
          {pair.replaceAll(/bg-|text-|border.*/g, '')}
        </li>
      ))}
    </ul>
  )
}
