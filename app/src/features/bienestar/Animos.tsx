import { RadioGroup } from 'radix-ui'
import { type ReactNode, useId, useState } from 'react'
import { Input } from '../../components/form/Field.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { ANIMOS, type Animo, type Dicho } from '../../lib/cofre/animos.ts'
import { MOTIVOS } from './animo.ts'
import { MuyMal } from './MuyMal.tsx'

type AnimosProps = {
  titulo?: string
  level?: 'h2' | 'h3'
  /** Below the heading, in a row of its own: no heading moves it. */
  children?: ReactNode
  /** What she said last of the day. */
  dicho: Dicho | null
  onChoose: (animo: Animo) => void
  onChange: (part: (dicho: Dicho) => Partial<Dicho>) => void
}

/** The longest word. */
const LARGO = 60

/** How she is, in one tap; why, where she wants to say it. */
export function Animos({
  titulo = '¿Cómo estás hoy?',
  level: Heading = 'h2',
  children,
  dicho,
  onChoose,
  onChange,
}: AnimosProps) {
  const id = useId()
  const motivos = dicho?.motivos ?? []
  const toggle = (motivo: string) =>
    onChange(({ motivos: before }) => ({
      motivos: before.includes(motivo) ? before.filter((one) => one !== motivo) : [...before, motivo],
    }))
  return (
    <Card as="section" aria-labelledby={id} className="grid gap-3">
      <Heading id={id} className="text-lg">
        {titulo}
      </Heading>
      {children && <div className="justify-self-start">{children}</div>}
      <RadioGroup.Root
        aria-labelledby={id}
        value={dicho?.animo ?? ''}
        onValueChange={(animo) => onChoose(animo as Animo)}
        className="flex flex-wrap gap-2"
      >
        {ANIMOS.map((animo) => (
          <RadioGroup.Item
            key={animo}
            value={animo}
            className="min-h-11 rounded-full border-2 border-linea-fuerte/70 px-4 font-semibold text-[0.9375rem] transition-colors duration-150 hover:border-linea-fuerte data-[state=checked]:border-jacaranda data-[state=checked]:bg-jacaranda data-[state=checked]:text-sobre-jacaranda"
          >
            {animo}
          </RadioGroup.Item>
        ))}
      </RadioGroup.Root>
      {dicho?.animo === 'Muy mal' && <MuyMal />}
      {dicho && (
        <div className="grid gap-2 border-linea border-t pt-3">
          <p id={`${id}-por`} className="text-[0.9375rem] text-tinta-suave">
            ¿Por qué? Si quieres.
          </p>
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot stand in a row of chips. */}
          <div role="group" aria-labelledby={`${id}-por`} className="flex flex-wrap gap-2">
            {MOTIVOS.map((motivo) => (
              <button
                key={motivo}
                type="button"
                aria-pressed={motivos.includes(motivo)}
                onClick={() => toggle(motivo)}
                className="min-h-11 rounded-control bg-hundido px-3 text-[0.9375rem] aria-pressed:bg-jacaranda-suave aria-pressed:font-semibold aria-pressed:text-jacaranda-texto"
              >
                {motivo}
              </button>
            ))}
          </div>
          <Palabra
            key={`${dicho.fecha} ${dicho.hora}`}
            begins={dicho.palabra}
            onChange={(palabra) => onChange(() => ({ palabra }))}
          />
        </div>
      )}
    </Card>
  )
}

/** What she types stands there at once; the note follows. */
function Palabra({ begins, onChange }: { begins: string; onChange: (palabra: string) => void }) {
  const [palabra, setPalabra] = useState(begins)
  return (
    <Input
      aria-label="Una palabra tuya"
      placeholder="Una palabra tuya"
      value={palabra}
      onChange={({ target }) => {
        setPalabra(target.value)
        onChange(target.value)
      }}
      maxLength={LARGO}
      autoComplete="off"
      spellCheck="false"
      dir="auto"
    />
  )
}
