import type { ComponentType, ReactNode } from 'react'

type TableroProps = {
  titulo: string
  dibujo: ComponentType<{ className?: string }>
  valor: string
  /** What the value rests on. */
  children: ReactNode
}

/** One tile: what it is about, how it stands, and what that rests on. */
export function Tablero({ titulo, dibujo: Dibujo, valor, children }: TableroProps) {
  return (
    <li className="grid content-start gap-1 rounded-tile border border-linea bg-superficie p-4">
      <Dibujo className="mb-1 size-12" />
      <h2 className="font-sans font-semibold text-[0.9375rem] text-tinta-suave tracking-normal">{titulo}</h2>
      <p className="font-bold text-2xl leading-tight">{valor}</p>
      <p className="text-sm text-tinta-suave">{children}</p>
    </li>
  )
}
