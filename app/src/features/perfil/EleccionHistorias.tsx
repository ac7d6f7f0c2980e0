import { cx } from '../../components/cx.ts'
import { radioClass } from '../../components/form/radio.ts'
import type { HistoriasAnonimas } from './baja.ts'

const OPCIONES: readonly { value: HistoriasAnonimas; label: string; hint: string }[] = [
  {
    value: 'retirar',
    label: 'Que se retiren',
    hint: 'Una por una, en momentos al azar de los próximos dos días.',
  },
  {
    value: 'dejar',
    label: 'Que se queden',
    hint: 'Sin nada que las una a ti. Después nadie podrá cambiarlas ni retirarlas por ti.',
  },
]

type EleccionProps = { value: HistoriasAnonimas; onChange: (value: HistoriasAnonimas) => void }

/**
 * What becomes of her anonymous stories. Asked of everybody who leaves: asked only of her who has some, the question itself would
 * say so to somebody who looks over her shoulder.
 */
export function EleccionHistorias({ value, onChange }: EleccionProps) {
  return (
    <fieldset className="grid gap-1">
      <legend className="pb-1 font-semibold">Si publicaste historias anónimas, ¿qué prefieres?</legend>
      {OPCIONES.map((opcion) => (
        <label key={opcion.value} className="flex min-h-11 cursor-pointer items-start gap-3 py-2">
          <input
            type="radio"
            name="historias-anonimas"
            value={opcion.value}
            checked={value === opcion.value}
            onChange={() => onChange(opcion.value)}
            className={cx(radioClass, 'mt-0.5')}
          />
          <span className="grid gap-0.5">
            <span>{opcion.label}</span>
            <span className="text-sm text-tinta-suave">{opcion.hint}</span>
          </span>
        </label>
      ))}
      <p className="text-sm text-tinta-suave">
        En los dos casos, quién las escribió se borra en cuanto te vas, y ninguna desaparece al mismo tiempo
        que tu nombre. Las que aún no se publican se retiran siempre.
      </p>
    </fieldset>
  )
}
