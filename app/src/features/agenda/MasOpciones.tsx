import { Checkbox } from '../../components/form/Checkbox.tsx'
import { Field, Input, Textarea } from '../../components/form/Field.tsx'
import type { FormOf } from '../../components/form/Form.tsx'
import { Select } from '../../components/form/Select.tsx'
import { Collapsible } from '../../components/layout/Collapsible.tsx'
import { addMonths } from '../../lib/time/fechas.ts'
import type { Campos } from './agendaDrafts.ts'
import {
  isPossible,
  recordatoriosOf,
  recordatoriosToChoose,
  recordatorioTime,
  recordatorioWords,
  ULTIMO_DIA,
} from './dias.ts'
import {
  claveOf,
  clavesFor,
  describeRegla,
  type Fin,
  joinRegla,
  reglasFor,
  splitRegla,
  warnRegla,
} from './repeticion.ts'

type Props = {
  form: FormOf<Campos>
  /** False for one time of a repeated event. */
  repeats: boolean
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** What most events do without. */
export function MasOpciones({ form, repeats, open, onOpenChange }: Props) {
  const { hora, hora_fin } = form.values
  return (
    <Collapsible title="Más opciones" open={open} onOpenChange={onOpenChange}>
      <div className="grid gap-4">
        {repeats && <Repeticion form={form} />}
        {hora && (
          <Field
            label="Hora de fin"
            error={form.errors.hora_fin}
            hint={hora_fin && hora_fin < hora && 'Termina al día siguiente.'}
          >
            <Input type="time" {...form.text('hora_fin')} />
          </Field>
        )}
        {!form.values.ilegible && (
          <>
            <Field label="Lugar">
              <Input {...form.text('lugar')} maxLength={200} autoComplete="off" spellCheck="false" />
            </Field>
            <Field label="Notas">
              <Textarea {...form.text('notas')} maxLength={4000} autoComplete="off" spellCheck="false" />
            </Field>
          </>
        )}
        {form.values.notificar && <Recordatorios form={form} />}
      </div>
    </Collapsible>
  )
}

/** How often it comes, and until when. A birthday comes every year. */
function Repeticion({ form }: { form: FormOf<Campos> }) {
  const { tipo, fecha, regla, excepto } = form.values
  if (!isPossible(fecha)) return null
  const { base, fin } = splitRegla(regla)
  const clave = claveOf(base, fecha)
  const rules = reglasFor(fecha)
  const words = (rule: string) => (rule ? describeRegla(rule, fecha) : 'Una sola vez')
  // Its exceptions are days of the rule that it had.
  const change = (next: string, end: Fin) =>
    form.change({ regla: joinRegla(next, end), excepto: next === base ? excepto : [] })
  return (
    <>
      {tipo !== 'cumpleaños' && (
        <Field label="Se repite" hint={warnRegla(regla, fecha)}>
          <Select value={base} onChange={({ target }) => change(target.value, target.value ? fin : NUNCA)}>
            {!clave && <option value={base}>{words(base)}</option>}
            {clavesFor(fecha).map((one) => (
              <option key={one} value={rules[one]}>
                {words(rules[one])}
              </option>
            ))}
          </Select>
        </Field>
      )}
      {base && (
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Deja de repetirse">
            <Select
              value={fin.como}
              onChange={({ target }) => change(base, ENDS[target.value as Fin['como']](fecha))}
            >
              <option value="nunca">Nunca</option>
              <option value="dia">Un día</option>
              <option value="veces">Después de varias veces</option>
            </Select>
          </Field>
          {fin.como === 'dia' && (
            <Field label="Último día" error={form.errors.regla}>
              <Input
                type="date"
                min={fecha}
                max={ULTIMO_DIA}
                value={fin.dia}
                onChange={({ target }) => change(base, { como: 'dia', dia: target.value })}
              />
            </Field>
          )}
          {fin.como === 'veces' && (
            <Field label="Cuántas veces" error={form.errors.regla}>
              <Input
                inputMode="numeric"
                maxLength={3}
                autoComplete="off"
                value={fin.veces}
                onChange={({ target }) =>
                  change(base, { como: 'veces', veces: target.value.replaceAll(/\D|^0+/g, '') })
                }
              />
            </Field>
          )}
        </div>
      )}
    </>
  )
}

const NUNCA: Fin = { como: 'nunca' }

/** What each end begins with. */
const ENDS: Record<Fin['como'], (fecha: string) => Fin> = {
  nunca: () => NUNCA,
  dia: (fecha) => ({ como: 'dia', dia: addMonths(fecha, 3) }),
  veces: () => ({ como: 'veces', veces: '10' }),
}

const MOST = 5

/** When she is reminded: as usual, or as often and as early as she chooses. What is over is said, and cannot be chosen. */
function Recordatorios({ form }: { form: FormOf<Campos> }) {
  const { fecha, regla, recordatorios } = form.values
  const hora = form.values.hora || null
  const chosen = recordatoriosOf(recordatorios, hora)
  const offered = [...new Set([...recordatoriosToChoose(hora), ...chosen])].sort((one, other) => one - other)
  const isOver = (antes: number) =>
    !regla && isPossible(fecha) && recordatorioTime(fecha, hora, antes).vence < Date.now()

  const toggle = (antes: number) => {
    const next = chosen.includes(antes) ? chosen.filter((one) => one !== antes) : [...chosen, antes]
    const usual = String(next) === String(recordatoriosOf(null, hora))
    if (next.length === 0) form.change({ notificar: false, recordatorios: null })
    else form.change({ recordatorios: usual ? null : next.sort((one, other) => one - other) })
  }
  return (
    <fieldset className="grid">
      <legend className="mb-1 font-semibold text-[0.9375rem]">Cuándo avisarme</legend>
      {offered.map((antes) => {
        const checked = chosen.includes(antes)
        return (
          <Checkbox
            key={antes}
            label={recordatorioWords(antes, hora)}
            hint={isOver(antes) && (checked ? 'Ya pasó: no habrá aviso.' : 'Ya pasó.')}
            checked={checked}
            disabled={!checked && (isOver(antes) || chosen.length >= MOST)}
            onChange={() => toggle(antes)}
          />
        )
      })}
    </fieldset>
  )
}
