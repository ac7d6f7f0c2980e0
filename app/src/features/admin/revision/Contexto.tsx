import { EyeOff, Siren } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { ALCANCES, type Alcance, tellEnd } from '../../../lib/revision/medidas.ts'
import { hasPeligro } from '../../../lib/revision/peligro.ts'
import { NOMBRES_DE_RASTRO, rastros } from '../../../lib/revision/privacidad.ts'
import { readable } from '../../../lib/text/readable.ts'
import { longFecha, shortHora } from '../../../lib/time/fechas.ts'
import type { Clase } from './clases.ts'
import type { Leido, Vecino } from './cola.ts'

const moment = (iso: string) => `${longFecha(new Date(iso))}, ${shortHora(new Date(iso))}`
const bubble =
  'rounded-card rounded-bl-md px-3.5 py-2 whitespace-pre-line wrap-anywhere [unicode-bidi:isolate]'

/** What she is led to when she takes it: the words that it is about. */
const AL_LEER = { 'data-leer': true, tabIndex: -1 } as const

/** What is read to decide: the words, what stood around them, what was told of them. Nobody's name. */
export function Contexto({ clase, leido }: { clase: Clase; leido: Leido }) {
  const { titulo, texto, alrededor = [], detalles = [], sala, cuando, sigue, medidas = 0 } = leido
  return (
    <div className="grid gap-3">
      {clase === 'apelacion' && (
        <p className="text-sm text-tinta-suave wrap-anywhere">
          {ALCANCES[leido.alcance as Alcance].nombre}, {tellEnd(leido.fin ?? '')}. Motivo:{' '}
          {readable(leido.motivo ?? '')}
        </p>
      )}
      {titulo !== undefined && (
        <h3 dir="auto" {...AL_LEER} className="text-xl wrap-anywhere [unicode-bidi:isolate]">
          {readable(titulo)}
        </h3>
      )}
      {cuando && clase !== 'reseña' && (
        <p className="text-sm text-tinta-suave wrap-anywhere">
          {sala ? `${readable(sala)}, ` : ''}
          {moment(cuando)}
        </p>
      )}
      {alrededor.length > 0 ? (
        <Conversacion vecinos={alrededor} />
      ) : (
        texto !== null && (
          <blockquote
            dir="auto"
            className={`${bubble} max-h-[60dvh] overflow-y-auto border border-linea bg-crema leading-relaxed`}
            data-leer={titulo === undefined || undefined}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text scrolls in its box, also by keyboard.
            tabIndex={0}
          >
            {readable(texto)}
          </blockquote>
        )
      )}
      {clase === 'historia' && <Atencion text={`${titulo}\n${texto}`} />}
      {detalles.map((detalle, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: what two of them wrote may be the same.
        <p key={index} className="text-sm text-tinta-suave wrap-anywhere">
          Cuentan: {readable(detalle)}
        </p>
      ))}
      {(clase === 'mensaje' || clase === 'reseña' || clase === 'nombre') && !sigue && (
        <p className="text-sm">Ya no está a la vista: lo quitaron o lo cambiaron.</p>
      )}
      {medidas > 0 && (
        <p className="text-sm">
          {medidas === 1 ? 'Ya hubo una decisión' : `Ya hubo ${medidas} decisiones`} sobre quien lo escribió.
        </p>
      )}
    </div>
  )
}

function Conversacion({ vecinos }: { vecinos: Vecino[] }) {
  return (
    <ol aria-label="Antes y después" className="grid gap-2">
      {vecinos.map(({ texto, cuando, suyo, este }) => (
        <li
          key={`${cuando} ${texto}`}
          className={`${bubble} ${este ? 'border-2 border-bugambilia bg-crema' : `border border-linea ${suyo ? 'bg-crema' : 'bg-superficie'}`}`}
          {...(este && AL_LEER)}
        >
          <span className="block text-tinta-suave text-xs">
            {este ? 'Lo denunciado' : suyo ? 'De la misma persona' : 'De otra persona'} ·{' '}
            {shortHora(new Date(cuando))}
          </span>
          <span dir="auto">{readable(texto)}</span>
        </li>
      ))}
    </ol>
  )
}

/** What the same look as on her device finds in a text. */
export function Atencion({ text }: { text: string }) {
  const found = useMemo(() => rastros(text), [text])
  const peligro = useMemo(() => hasPeligro(text), [text])
  return (
    <>
      {peligro && (
        <Nota icon={<Siren aria-hidden="true" className="mt-0.5 size-5 shrink-0" />}>
          Habla de un peligro que puede ser de ahora.
        </Nota>
      )}
      {found.length > 0 && (
        <Nota icon={<EyeOff aria-hidden="true" className="mt-0.5 size-5 shrink-0" />}>
          {found.map(({ rastro, texto }) => `${NOMBRES_DE_RASTRO[rastro]}: «${texto}»`).join(' · ')}
        </Nota>
      )}
    </>
  )
}

function Nota({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <p className="flex gap-2 rounded-control bg-maiz-suave px-3 py-2 text-maiz-texto text-sm wrap-anywhere">
      {icon}
      <span className="min-w-0">{children}</span>
    </p>
  )
}
