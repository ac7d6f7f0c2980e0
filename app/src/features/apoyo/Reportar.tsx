import { PhoneOff } from 'lucide-react'
import { Button } from '../../ui/Button.tsx'
import type { Asociacion } from './asociaciones.ts'
import * as avisos from './avisos.ts'
import { useReportar, useRetirarReporte } from './reportes.ts'

/** «El número ya no funciona»: one report of each member for each entry; a slip of the thumb can be undone. */
export function Reportar({ asociacion, reportada }: { asociacion: Asociacion; reportada: boolean }) {
  const { id, nombre } = asociacion
  const reportar = useReportar()
  const retirar = useRetirarReporte()

  const undo = async () => {
    try {
      await retirar.mutateAsync(id)
      avisos.reporteRetirado()
    } catch (failure) {
      avisos.errorAlReportar(failure)
    }
  }

  const report = async () => {
    if (reportada) return avisos.reporteRepetido()
    try {
      const answer = await reportar.mutateAsync(id)
      if (answer === 'repetido') avisos.reporteRepetido()
      else avisos.reporteRecibido(nombre, undo)
    } catch (failure) {
      avisos.errorAlReportar(failure)
    }
  }

  return (
    <Button
      look="quiet"
      busy={reportar.isPending}
      busyLabel="Avisando…"
      icon={<PhoneOff aria-hidden="true" className="size-4 shrink-0" />}
      aria-label={`${reportada ? 'Ya avisaste que el número no funciona' : 'El número ya no funciona'}: ${nombre}`}
      onClick={report}
      className="-mx-3 -my-1.5 justify-self-start self-start px-3 font-medium text-sm text-tinta-suave"
    >
      {reportada ? 'Ya avisaste que no funciona' : 'El número ya no funciona'}
    </Button>
  )
}
