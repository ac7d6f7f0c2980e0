import { useId, useState } from 'react'
import { Button } from '../../components/button/Button.tsx'
import { Card } from '../../components/layout/Card.tsx'
import {
  daysBetween,
  diaOf,
  isOpen,
  isUncounted,
  type Pronostico,
  pronosticoOf,
  seguridadInWords,
} from '../../lib/ciclo/ciclos.ts'
import { addDays, type Fecha } from '../../lib/time/fechas.ts'
import { shortFecha } from '../../lib/time/shortFecha.ts'
import { Ficha } from './Fichas.tsx'
import { Pasados } from './Pasados.tsx'
import { type Recordar, RecordarDia } from './RecordarDia.tsx'
import type { useAviso } from './useAviso.ts'
import type { MiCicloDatos } from './useCiclo.ts'

/** Where she is today, what may come, and what she can say of today in one tap. */
export function Hoy({
  ciclo,
  hoy,
  aviso,
  recordar,
}: {
  ciclo: MiCicloDatos
  hoy: Fecha
  aviso: ReturnType<typeof useAviso>
  recordar: Recordar
}) {
  const id = useId()
  const [past, setPast] = useState(false)
  const { inicios, periodos, modo } = ciclo.historia
  const pronostico = pronosticoOf(inicios, hoy, modo)
  const periodo = periodos.findLast(({ inicio }) => inicio <= hoy)
  const open = isOpen(periodo, hoy)
  const began = inicios.includes(hoy)
  const ended = periodos.some(({ fin }) => fin === hoy)

  return (
    <Card as="section" aria-labelledby={id} className="grid gap-3">
      <h2 id={id} className="text-2xl">
        {titleOf(
          diaOf(inicios, hoy, modo),
          open && periodo && periodo.hasta >= hoy ? daysBetween(periodo.inicio, hoy) + 1 : null,
        )}
      </h2>
      {pronostico ? (
        <Espera pronostico={pronostico} hoy={hoy} open={open} />
      ) : (
        <p className="text-tinta-suave">
          {isUncounted(modo)
            ? 'Aquí puedes anotar lo que quieras. No contamos fechas.'
            : inicios.length === 0
              ? 'Anota cuándo empezó tu último periodo y contamos desde ahí.'
              : 'Hace más de 60 días de tu último inicio. Anota el siguiente y contamos desde ahí.'}
        </p>
      )}
      <div className="grid grid-fit-[7.25rem] gap-2">
        {/* Each stays where it is, whatever was said: a second tap takes the first back. */}
        <Ficha big pressed={began} disabled={open && !began} onPress={() => ciclo.toggleInicio(hoy)}>
          Empezó hoy
        </Ficha>
        <Ficha big pressed={ended} disabled={!open && !ended} onPress={() => ciclo.toggleFin(hoy)}>
          Terminó hoy
        </Ficha>
      </div>
      {pronostico && pronostico.proximo >= hoy && (
        // The day after, on which it is asked «¿Llegó?».
        <RecordarDia
          follows={aviso.isOn}
          recordar={{
            ...recordar,
            isOn: (dia) => aviso.isOn || recordar.isOn(dia),
            toggle: (dia) =>
              aviso.isOn ? void aviso.end() : recordar.isOn(dia) ? recordar.toggle(dia) : aviso.begin(),
          }}
          fecha={addDays(pronostico.proximo, 1)}
        >
          Avisarme el {shortFecha(addDays(pronostico.proximo, 1), hoy)}
        </RecordarDia>
      )}
      <Button look="quiet" className="-my-1 justify-self-start px-0" onClick={() => setPast(true)}>
        Anotar fechas anteriores
      </Button>
      <Pasados open={past} onClose={() => setPast(false)} ciclo={ciclo} hoy={hoy} />
    </Card>
  )
}

function titleOf(dia: number | null, periodo: number | null): string {
  if (periodo) return `Día ${periodo} de tu periodo`
  return dia ? `Día ${dia} de tu ciclo` : 'Tu ciclo'
}

type EsperaProps = { pronostico: Pronostico; hoy: Fecha; open: boolean }

/** What may come, or, once that day has passed, a question that supposes nothing. */
function Espera({ pronostico, hoy, open }: EsperaProps) {
  const { proximo, desde, hasta } = pronostico
  const short = (fecha: Fecha) => shortFecha(fecha, hoy)
  const around = desde === hasta ? '' : ` (del ${short(desde)} al ${short(hasta)})`
  return (
    <div className="grid gap-0.5">
      <p>
        {proximo < hoy && !open ? (
          <>
            Se esperaba hacia el {short(proximo)}
            {around}. <strong>¿Llegó?</strong>
          </>
        ) : (
          <>
            Próximo periodo: hacia el <strong>{short(proximo)}</strong>
            {around}.
          </>
        )}
      </p>
      <p className="text-[0.9375rem] text-tinta-suave">{seguridadInWords(pronostico)}</p>
    </div>
  )
}
