import { InstalarSection } from './InstalarSection.tsx'
import { PinSection } from './PinSection.tsx'

/** What is about this device and not about her account. */
export function DispositivoSection() {
  return (
    <>
      <PinSection />
      <InstalarSection />
    </>
  )
}
