import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { Link } from 'react-router'
import { cx } from '../../components/cx.ts'
import { Nube } from '../../components/illustrations/Nube.tsx'
import { type Escrito, historiaOf } from '../../lib/ciclo/apuntes.ts'
import { diaOf } from '../../lib/ciclo/ciclos.ts'
import { useCofre } from '../../lib/cofre/cofre.ts'
import { useNotas } from '../../lib/cofre/hojas.ts'
import { readInicio } from '../../lib/member/ciclo.ts'
import { useKey } from '../../lib/offline/useKey.ts'
import { useUser } from '../../lib/session/session.tsx'
import { DIAS_CICLO, diaOfCiclo } from '../../lib/time/ciclo.ts'
import { type Fecha, longFecha } from '../../lib/time/fechas.ts'
import { useToday } from '../../lib/time/today.ts'
import { AnimoDeHoy } from './AnimoDeHoy.tsx'
import { type MiAnimo, useAnimo } from './animo.ts'
import { Capsula, Ciclo, Hoja, Sol } from './dibujos.tsx'
import type { Recordar } from './MedicamentoDialog.tsx'
import { Medicamentos } from './Medicamentos.tsx'
import { nextDosis } from './medicamentos.ts'
import { Fila, Seccion } from './Seccion.tsx'
import { citasOf, upcomingCitas, whenText } from './salud.ts'
import { Tablero } from './Tablero.tsx'
import { type MisMedicamentos, useMedicamentos } from './useMedicamentos.ts'

const SIN_DATOS = 'Sin datos'

type Cita = { id: string; titulo: string; detalle: string; cuando: string }

type BienestarProps = {
  /** Of her agenda, what is to come next, and whether there is more; undefined while that is not known. */
  citas: { proximas: Cita[]; more: boolean } | undefined
  onAddCita: () => void
  recordar: Recordar
  /** Her month. */
  mes: (propio: { animo: MiAnimo; medicamentos: MisMedicamentos; onDrawn: () => void }) => ReactNode
}

/** Her health at a glance. */
export function Bienestar({ citas: known, onAddCita, recordar, mes }: BienestarProps) {
  const hoy = useToday()
  const inicio = useCicloInicio()
  const miAnimo = useAnimo(hoy)
  const dicho = miAnimo.last?.value ?? null
  const animo = dicho?.animo ?? null
  const citas = known?.proximas ?? []
  const cofre = useCofre()
  const [kept] = useKey('healthAppointments')
  const anteriores = citasOf(kept, hoy)
  const medicamentos = useMedicamentos()
  const now = new Date()
  const porVenir = anteriores.ejemplo ? [] : upcomingCitas(anteriores.datos, now)
  const isExample = anteriores.ejemplo && citas.length === 0
  const dosis = nextDosis(medicamentos.medicamentos, medicamentos.deDia, hoy, now.toTimeString().slice(0, 5))
  const dia = inicio ? diaOfCiclo(inicio, hoy) : null
  const propio = useDiaPropio(hoy)
  // Only until then what follows waits: the rule is looked at for every element whenever one changes.
  const [drawn, setDrawn] = useState(false)

  return (
    <div className="mx-casa grid max-w-6xl gap-5 px-4 pt-4 md:px-8 md:pt-10">
      <header className="grid gap-1">
        <h1 className="text-[1.75rem] md:text-4xl">Bienestar holístico</h1>
        <p className="text-tinta-suave">
          {cofre === 'abierto'
            ? 'Solo lo lees tú: tu ánimo, tu ciclo y tus medicamentos se guardan cerrados con tu llave. Las citas son las de tu agenda.'
            : 'Tu ánimo, tu ciclo y tus medicamentos se quedan en este dispositivo. Las citas son las de tu agenda.'}
        </p>
      </header>

      <ul className="grid grid-fit-[max(8.5rem,34%)] gap-3 lg:grid-fit-[8.5rem] lg:gap-4">
        <Tablero
          titulo="Ciclo menstrual"
          dibujo={Ciclo}
          valor={(propio ?? dia) ? `Día ${propio ?? dia}` : SIN_DATOS}
        >
          {propio ? (
            'según lo que anotaste'
          ) : dia ? (
            `de ${DIAS_CICLO}, según tu último cálculo`
          ) : (
            <GoToCalculadora vencido={inicio !== null} />
          )}
          <Link
            to="/ciclo"
            className="flex min-h-11 items-center font-semibold text-jacaranda-texto underline underline-offset-4"
          >
            Mi ciclo
          </Link>
        </Tablero>
        <Tablero
          titulo="Estado de ánimo"
          dibujo={animo === 'Mal' || animo === 'Muy mal' ? Nube : Sol}
          valor={animo ?? SIN_DATOS}
        >
          {animo ? 'hoy, como tú lo dijiste' : 'Dilo aquí abajo, si quieres'}
        </Tablero>
        <Tablero
          titulo="Próximas citas"
          dibujo={Hoja}
          valor={`${known?.more ? 'Más de ' : ''}${citas.length + porVenir.length}`}
        >
          {isExample
            ? 'La de abajo es un ejemplo'
            : citas[0]
              ? citas[0].cuando
              : porVenir[0]
                ? whenText(porVenir[0].date, porVenir[0].time)
                : 'Ninguna por venir'}
        </Tablero>
        <Tablero titulo="Medicamentos" dibujo={Capsula} valor={String(medicamentos.medicamentos.length)}>
          {dosis
            ? `Próxima dosis: ${dosis.fecha === hoy ? 'hoy' : longFecha(dosis.fecha)}, ${dosis.hora}`
            : medicamentos.medicamentos.length > 0
              ? 'Sin dosis por venir'
              : 'El de abajo es un ejemplo'}
        </Tablero>
      </ul>

      <div
        className={cx(
          'grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,1fr)_minmax(0,22rem)]',
          !drawn && 'max-lg:in-turn',
        )}
      >
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          {mes({ animo: miAnimo, medicamentos, onDrawn: () => setDrawn(true) })}
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <AnimoDeHoy animo={miAnimo} hoy={hoy} />
          <Seccion titulo="Citas médicas" agregar="Agregar cita" onAgregar={onAddCita}>
            {citas.map(({ id, titulo, detalle, cuando }) => (
              <Fila key={id} titulo={titulo} detalle={detalle} momento={cuando} ejemplo={false} />
            ))}
            {(isExample || !anteriores.ejemplo) &&
              anteriores.datos.map((cita) => (
                <Fila
                  key={cita.id}
                  titulo={cita.doctor}
                  detalle={cita.specialty}
                  momento={whenText(cita.date, cita.time)}
                  ejemplo={anteriores.ejemplo}
                />
              ))}
          </Seccion>
          <Medicamentos {...medicamentos} hoy={hoy} recordar={recordar} />
        </div>
      </div>
    </div>
  )
}

/** The day of her cycle by her own history. */
function useDiaPropio(hoy: Fecha): number | null {
  const { notas } = useNotas<Escrito>('ciclo')
  const historia = useMemo(() => notas && historiaOf(notas, hoy), [notas, hoy])
  return historia ? diaOf(historia.inicios, hoy, historia.modo) : null
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
