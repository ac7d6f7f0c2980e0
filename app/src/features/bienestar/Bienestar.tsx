import { Plus } from 'lucide-react'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { Link } from 'react-router'
import { Button } from '../../components/button/Button.tsx'
import { Badge } from '../../components/icons/Badge.tsx'
import { Nube } from '../../components/illustrations/Nube.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { useCofre } from '../../lib/cofre/cofre.ts'
import { readInicio } from '../../lib/member/ciclo.ts'
import { useUser } from '../../lib/session/session.tsx'
import { DIAS_CICLO, diaOfCiclo } from '../../lib/time/ciclo.ts'
import type { Fecha } from '../../lib/time/fechas.ts'
import { useToday } from '../../lib/time/today.ts'
import { showUnderConstruction } from '../../lib/toast/sharedToasts.ts'
import { Animos } from './Animos.tsx'
import { useAnimo } from './animo.ts'
import { Capsula, Ciclo, Hoja, Sol } from './dibujos.tsx'
import { MesDeAnimo } from './MesDeAnimo.tsx'
import { nextDosis, readCitas, readMedicamentos, upcomingCitas, whenText } from './salud.ts'
import { Tablero } from './Tablero.tsx'

const SIN_DATOS = 'Sin datos'

/** Her health at a glance, from what this device alone knows. */
export function Bienestar() {
  const hoy = useToday()
  const inicio = useCicloInicio()
  const { dichos, last, choose, change, erase } = useAnimo(hoy)
  const animo = last?.value.animo ?? null
  const cofre = useCofre()
  const citas = readCitas(hoy)
  const medicamentos = readMedicamentos(hoy)
  const now = new Date()
  const porVenir = upcomingCitas(citas.datos, now)
  const dosis = nextDosis(medicamentos.datos, now)
  const dia = inicio ? diaOfCiclo(inicio, hoy) : null

  return (
    <div className="mx-casa grid max-w-6xl gap-5 px-4 pt-4 md:px-8 md:pt-10">
      <header className="grid gap-1">
        <h1 className="text-[1.75rem] md:text-4xl">Bienestar holístico</h1>
        <p className="text-tinta-suave">
          {cofre === 'abierto'
            ? 'Solo lo lees tú: tu ánimo se guarda cerrado con tu llave, lo demás se queda en este dispositivo.'
            : 'Lo que ves aquí se queda en este dispositivo: nada de esta página se envía.'}
        </p>
      </header>

      <ul className="grid grid-fit-[max(8.5rem,34%)] gap-3 lg:grid-fit-[8.5rem] lg:gap-4">
        <Tablero titulo="Ciclo menstrual" dibujo={Ciclo} valor={dia ? `Día ${dia}` : SIN_DATOS}>
          {dia ? `de ${DIAS_CICLO}, según tu último cálculo` : <GoToCalculadora vencido={inicio !== null} />}
        </Tablero>
        <Tablero
          titulo="Estado de ánimo"
          dibujo={animo === 'Mal' || animo === 'Muy mal' ? Nube : Sol}
          valor={animo ?? SIN_DATOS}
        >
          {animo ? 'hoy, como tú lo dijiste' : 'Dilo aquí abajo, si quieres'}
        </Tablero>
        <Tablero titulo="Próximas citas" dibujo={Hoja} valor={String(porVenir.length)}>
          {citas.ejemplo
            ? 'Es un ejemplo'
            : porVenir[0]
              ? whenText(porVenir[0].date, porVenir[0].time)
              : 'Ninguna por venir'}
        </Tablero>
        <Tablero titulo="Medicamentos" dibujo={Capsula} valor={String(medicamentos.datos.length)}>
          {medicamentos.ejemplo
            ? 'Es un ejemplo'
            : dosis
              ? `Próxima dosis: ${whenText(dosis.nextDose)}`
              : 'Sin dosis por venir'}
        </Tablero>
      </ul>

      <div className="grid items-start gap-5 lg:grid-cols-2">
        <Animos dicho={last?.value ?? null} onChoose={choose} onChange={change} />
        {dichos.length > 0 && <MesDeAnimo dichos={dichos} hoy={hoy} onErase={erase} />}
      </div>

      <div className="grid items-start gap-5 lg:grid-cols-2">
        <Seccion titulo="Citas médicas" agregar="Agregar cita">
          {citas.datos.map((cita) => (
            <Fila
              key={cita.id}
              titulo={cita.doctor}
              detalle={cita.specialty}
              momento={whenText(cita.date, cita.time)}
              ejemplo={citas.ejemplo}
            />
          ))}
        </Seccion>
        <Seccion titulo="Medicamentos y recordatorios" agregar="Agregar medicamento">
          {medicamentos.datos.map(({ id, name, dosage, frequency, nextDose }) => (
            <Fila
              key={id}
              titulo={name}
              detalle={[dosage, frequency].filter(Boolean).join(' · ')}
              momento={nextDose && `Próxima dosis: ${whenText(nextDose)}`}
              ejemplo={medicamentos.ejemplo}
            />
          ))}
        </Seccion>
      </div>
    </div>
  )
}

function useCicloInicio(): Fecha | null {
  const { id } = useUser()
  const [inicio, setInicio] = useState<Fecha | null>(null)
  useEffect(() => {
    void readInicio(id).then(setInicio)
  }, [id])
  return inicio
}

function GoToCalculadora({ vencido }: { vencido: boolean }) {
  return (
    <>
      {vencido && 'Tu último cálculo ya terminó. '}
      <Link to="/sexualidad" className="text-jacaranda-texto underline underline-offset-4">
        Calcular mi ciclo
      </Link>
    </>
  )
}

function Seccion({ titulo, agregar, children }: { titulo: string; agregar: string; children: ReactNode }) {
  const id = useId()
  return (
    <Card as="section" aria-labelledby={id} className="grid gap-3">
      <header className="flex flex-wrap items-center justify-between gap-x-5">
        <h2 id={id} className="text-lg sm:text-xl">
          {titulo}
        </h2>
        <Button
          look="quiet"
          className="-my-1 -mr-3 ml-auto shrink-0 px-3"
          icon={<Plus aria-hidden="true" className="size-5" />}
          aria-label={agregar}
          onClick={() => showUnderConstruction()}
        >
          Agregar
        </Button>
      </header>
      <ul className="grid">{children}</ul>
    </Card>
  )
}

type FilaProps = { titulo: string; detalle: string; momento: string; ejemplo: boolean }

function Fila({ titulo, detalle, momento, ejemplo }: FilaProps) {
  return (
    <li className="grid gap-0.5 border-linea border-b py-2.5 last:border-b-0">
      <span className="flex flex-wrap items-center gap-2 font-semibold">
        {titulo}
        {ejemplo && <Badge tone="maiz">Ejemplo</Badge>}
      </span>
      <span className="text-[0.9375rem] text-tinta-suave">{detalle}</span>
      <span className="text-[0.9375rem]">{momento}</span>
    </li>
  )
}
