import { PhoneMissed } from 'lucide-react'
import { Button } from '../../components/button/Button.tsx'
import type { Asociacion } from './asociaciones.ts'
import { useReportAsociacion, useWithdrawReporte } from './reportes.ts'
import * as toasts from './toasts.ts'

/** «El número ya no funciona»: one report of each member for each entry; a slip of the thumb can be undone. */
export function ReportAsociacion({ asociacion, reportada }: { asociacion: Asociacion; reportada: boolean }) {
  const { id, nombre } = asociacion
  const reportAsociacion = useReportAsociacion()
  const withdraw = useWithdrawReporte()

  const undo = async () => {
    try {
      await withdraw.mutateAsync(id)
      toasts.reporteWithdrawn()
    } catch (failure) {
      toasts.reportFailed(failure)
    }
  }

  const report = async () => {
    if (reportada) return toasts.reporteRepeated()
    try {
      const answer = await reportAsociacion.mutateAsync(id)
      if (answer === 'repetido') toasts.reporteRepeated()
      else toasts.reporteReceived(nombre, undo)
    } catch (failure) {
      toasts.reportFailed(failure)
    }
  }

  return (
    <Button
      look="quiet"
      busy={reportAsociacion.isPending}
      busyLabel="Avisando…"
      icon={<PhoneMissed aria-hidden="true" className="size-4 shrink-0" />}
      aria-label={`${reportada ? 'Ya avisaste que el número no funciona' : 'El número ya no funciona'}: ${nombre}`}
      onClick={report}
      className="-mx-3 -my-1.5 justify-self-start self-start px-3 font-medium text-sm text-tinta-suave"
    >
      {reportada ? 'Ya avisaste que no funciona' : 'El número ya no funciona'}
    </Button>
  )
}
