import { splitNotas } from './notas.ts'

/** The notes of a day, each apart from the next. */
export function Texto({ contenido }: { contenido: string }) {
  return (
    <div className="grid max-w-prose gap-4">
      {splitNotas(contenido).map(({ hora, texto }, at) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: what is read stays where it is.
          key={at}
          className={hora ? 'grid gap-1 border-linea border-t pt-3 first:border-t-0 first:pt-0' : undefined}
        >
          {hora && <p className="font-semibold text-sm text-tinta-suave tabular-nums">{hora}</p>}
          <p dir="auto" className="whitespace-pre-wrap text-[1.0625rem] leading-relaxed">
            {texto}
          </p>
        </div>
      ))}
    </div>
  )
}
