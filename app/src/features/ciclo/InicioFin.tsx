import { FLUJOS } from '../../lib/ciclo/apuntes.ts'
import { isOpen } from '../../lib/ciclo/ciclos.ts'
import type { Fecha } from '../../lib/time/fechas.ts'
import { Ficha, Fichas } from './Fichas.tsx'
import type { MiCicloDatos } from './useCiclo.ts'

type InicioFinProps = { ciclo: MiCicloDatos; hoy: Fecha; fecha: Fecha }

/** That her period began on a day, or ended: each a tap, and another takes it back. */
export function InicioFin({ ciclo, hoy, fecha }: InicioFinProps) {
  const { inicios, periodos } = ciclo.historia
  const ended = periodos.some(({ fin }) => fin === fecha)
  const began = inicios.includes(fecha)
  // A period that goes on does not begin again by a slip.
  const goesOn =
    fecha === hoy &&
    isOpen(
      periodos.findLast(({ inicio }) => inicio <= hoy),
      hoy,
    )
  const dia = fecha === hoy ? 'hoy' : 'este día'
  return (
    <div className="flex flex-wrap gap-2">
      <Ficha pressed={began} disabled={goesOn && !began} onPress={() => ciclo.toggleInicio(fecha)}>
        Empezó {dia}
      </Ficha>
      <Ficha pressed={ended} disabled={!ended && !ciclo.canEnd(fecha)} onPress={() => ciclo.toggleFin(fecha)}>
        Terminó {dia}
      </Ficha>
    </div>
  )
}

export function FlujoFichas({ ciclo, fecha }: Omit<InicioFinProps, 'hoy'>) {
  const flujo = ciclo.historia.dias.get(fecha)?.flujo
  return (
    <Fichas
      label="Flujo"
      textos={FLUJOS}
      chosen={flujo ? [flujo] : []}
      onPress={(one) => ciclo.changeDia(fecha, (dia) => ({ flujo: one === dia.flujo ? null : one }))}
    />
  )
}
