import { Star, StarHalf } from 'lucide-react'
import { PUNTOS } from './puntuacion.ts'

/** A score as five stars, filled to the nearest half; said in words for who cannot see them. */
export function Estrellas({ valor, label }: { valor: number; label: string }) {
  return (
    <span role="img" aria-label={label} className="inline-flex gap-0.5">
      {PUNTOS.map((punto) => (
        <Estrella key={punto} llena={Math.round((valor - punto + 1) * 2) / 2} />
      ))}
    </span>
  )
}

/** @param llena how much of it is filled: 1 or more, a half, 0 or less */
function Estrella({ llena }: { llena: number }) {
  const size = 'col-start-1 row-start-1 size-4.5'
  return (
    <span aria-hidden="true" className="grid">
      {llena >= 1 ? (
        <Star className={`${size} fill-maiz text-maiz`} />
      ) : (
        <Star className={`${size} text-linea-fuerte`} />
      )}
      {llena === 0.5 && <StarHalf className={`${size} fill-maiz text-maiz`} />}
    </span>
  )
}
