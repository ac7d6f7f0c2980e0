import { AccesoSection } from './AccesoSection.tsx'
import { InstallSection } from './InstallSection.tsx'
import { PinSection } from './PinSection.tsx'
import { SegundoFactorSection } from './SegundoFactorSection.tsx'

/** How one gets in: to her account, and to the app on this device. */
export function DispositivoSection() {
  return (
    <>
      <PinSection />
      <InstallSection />
      <AccesoSection />
      <SegundoFactorSection />
    </>
  )
}
