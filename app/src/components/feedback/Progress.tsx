type ProgressProps = {
  /** What is under way, for who cannot see it: «Descargando». */
  label: string
  /** Between 0 and 1; null while nobody knows how much there is. */
  value: number | null
}

/** How far something long has come. */
export function Progress({ label, value }: ProgressProps) {
  return (
    <progress
      aria-label={label}
      max={1}
      {...(value === null ? {} : { value })}
      className="progreso h-2 w-full overflow-hidden rounded-full"
    />
  )
}
