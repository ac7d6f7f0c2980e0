import { Skeleton } from '../../components/feedback/Skeleton.tsx'

/** About as high as her month. */
export const MesSkeleton = () => <Skeleton className="h-[36rem] rounded-card" />
