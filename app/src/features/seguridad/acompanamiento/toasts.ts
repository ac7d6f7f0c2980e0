import type { LocationFailure } from '../../../lib/device/geolocation.ts'
import { toast } from '../../../lib/toast/toast.tsx'
import { reasonOf } from '../posicion/falla.ts'

export function locationSharingSwitched(activo: boolean, description: string): void {
  toast({ title: `Modo Acompañamiento ${activo ? 'Activado' : 'Desactivado'}`, description })
}

/** It is on, and nobody sees where she is. */
export function noUbicacion(failure: LocationFailure): void {
  toast({
    title: 'Error de ubicación',
    description: `${reasonOf(failure)} Tu enlace no muestra dónde estás; seguimos intentando.`,
    variant: 'destructive',
  })
}

/** The service refuses the link: nobody who has it sees a position. */
export function acompanamientoNotStarted(): void {
  toast({
    title: 'Modo Acompañamiento Desactivado',
    description:
      'Ese enlace no sirve y nadie verá tu ubicación con él. Actívalo otra vez para mandar uno nuevo.',
    variant: 'destructive',
  })
}

/** Too many sharings were begun within the hour. `espera` is the service's sentence, which says when the next one can be. */
export function acompanamientoThrottled(espera: string): void {
  toast({
    title: 'Modo Acompañamiento Desactivado',
    description: `Tu camino no empezó y nadie ve tu ubicación con ese enlace. ${espera}`,
    variant: 'destructive',
  })
}

export function acompanamientoEnded(): void {
  toast({
    title: 'Modo Acompañamiento Desactivado',
    description: 'El tiempo terminó y tu ubicación ya no se comparte.',
  })
}
