type BorradorEstadoProps = {
  /** What she has not saved: whether the device has it yet. */
  draft: { kept: boolean } | undefined
  /** False where the device could not keep her last word. */
  durable: boolean
  /** What to do before she leaves, where the device could not keep it: «guarda la entrada». */
  otherwise: string
}

/** Where the words that she is typing are right now. */
export function BorradorEstado({ draft, durable, otherwise }: BorradorEstadoProps) {
  const text = durable
    ? draft?.kept && 'Borrador guardado en este dispositivo.'
    : `Este dispositivo no pudo guardar el borrador: ${otherwise} antes de salir.`
  return (
    <p
      role="status"
      className={durable ? 'text-sm text-tinta-suave' : 'font-semibold text-alerta-texto text-sm'}
    >
      {draft && text}
    </p>
  )
}
