type BorradorEstadoProps = {
  /** There is something that she has not saved. */
  kept: boolean
  /** The device holds it. */
  durable: boolean
  /** What to do before she leaves, where the device could not keep it: «guarda la entrada». */
  otherwise: string
}

/** Where the words that she is typing are right now. */
export function BorradorEstado({ kept, durable, otherwise }: BorradorEstadoProps) {
  const text = durable
    ? 'Borrador guardado en este dispositivo.'
    : `Este dispositivo no pudo guardar el borrador: ${otherwise} antes de salir.`
  return (
    <p
      role="status"
      className={durable ? 'text-sm text-tinta-suave' : 'font-semibold text-alerta-texto text-sm'}
    >
      {kept && text}
    </p>
  )
}
