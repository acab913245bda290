// Whether a job is still to end.

export function isUnderWay(job: { readonly status: string } | null | undefined): boolean {
  return job?.status === 'QUEUED' || job?.status === 'RUNNING';
}
