import { Phone } from 'lucide-react'
import { Propio } from '../../components/content/Propio.tsx'
import { cx } from '../../components/cx.ts'
import { NumeroFuente } from '../../components/help/NumeroFuente.tsx'
import { PreguntaPais } from '../../components/help/PreguntaPais.tsx'
import { useBar } from '../../components/layout/useBar.ts'
import { useEmergencia } from '../../lib/emergencia/emergencia.ts'
import type { Numeros } from '../../lib/emergencia/numeros.ts'
import { telHref } from '../../lib/outside/phone.ts'

/** Always in sight: whom to call when there is no time to look for anybody. With hers beside it where her clock suggests another country. */
export function EmergencyBar({ de }: { de: Numeros }) {
  const hers = useEmergencia()
  const supposed = hers.supuesta && hers.codigo !== de.codigo ? [hers.de] : []
  return (
    <section
      ref={useBar('--urgencias')}
      aria-label="Emergencias"
      className={cx(
        'sticky z-10 border-alerta/30 bg-alerta-suave px-4 py-1.5',
        'top-(--arriba) -mx-4 border-b @max-[17rem]:static baja:static',
        'md:top-[calc(var(--arriba)+16px)] md:mx-0 md:rounded-card md:border md:py-2 md:pr-2',
      )}
    >
      {[de, ...supposed].map((row) => (
        <Pais key={row.codigo} de={row} asks={row !== de} />
      ))}
    </section>
  )
}

function Pais({ de, asks }: { de: Numeros; asks: boolean }) {
  const { pais, numeros } = de
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3">
      <div className="min-w-0 flex-1 basis-32 text-alerta-texto text-sm leading-tight md:text-base">
        {asks ? (
          <PreguntaPais asks className="justify-start" />
        ) : (
          <p>
            Emergencias en{' '}
            <strong className="font-semibold">
              <Propio>{pais}</Propio>
            </strong>
          </p>
        )}
        <NumeroFuente de={[de]} named className="text-left text-alerta-texto" />
      </div>
      <ul className="flex flex-wrap items-center justify-end gap-1">
        {numeros.map((numero, place) => (
          <li key={numero}>
            <a
              href={telHref(numero) ?? undefined}
              aria-label={`${numero}, llamar a emergencias en ${pais}`}
              className={cx(
                'inline-flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-control font-semibold tabular-nums transition-[filter,background-color] duration-150 active:scale-[0.985]',
                place === 0
                  ? 'bg-alerta px-4 text-[1.0625rem] text-sobre-alerta hover:[filter:brightness(1.1)]'
                  : 'px-2 text-alerta-texto underline underline-offset-4',
              )}
            >
              {place === 0 && <Phone aria-hidden="true" className="size-4.5" />}
              <Propio>{numero}</Propio>
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
