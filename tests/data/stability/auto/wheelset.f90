! The hunting wheelset `simple` of tests/data/hunting with saturation and flange, as a function file of AUTO-07p; small angles.
! Axes: x forward, y left, z up. State in mm, mrad, mm/s, mrad/s: U = y, psi and their rates. PAR(1) = V (m/s), PAR(11) = period.
! The flange's corner is a parabola from -1e-5 m to +1e-5 m about the clearance.

SUBROUTINE FUNC(NDIM,U,ICP,PAR,IJAC,F,DFDU,DFDP)
  IMPLICIT NONE
  INTEGER, INTENT(IN) :: NDIM, IJAC, ICP(*)
  DOUBLE PRECISION, INTENT(IN) :: U(NDIM), PAR(*)
  DOUBLE PRECISION, INTENT(OUT) :: F(NDIM)
  DOUBLE PRECISION, INTENT(INOUT) :: DFDU(NDIM,*), DFDP(NDIM,*)

  DOUBLE PRECISION, PARAMETER :: m=1500d0, Iz=800d0, r0=0.46d0, a=0.75d0, conicity=0.05d0
  DOUBLE PRECISION, PARAMETER :: f11=8d6, f22=7d6, ky=2d5, kpsi=1d6, muN=18d3
  DOUBLE PRECISION, PARAMETER :: kf=14.6d6, clearance=8d-3, rounding=1d-5
  DOUBLE PRECISION y, psi, vy, vpsi, V, lx, ly, r, k, x, spring

  y = U(1)*1d-3
  psi = U(2)*1d-3
  vy = U(3)*1d-3
  vpsi = U(4)*1d-3
  V = PAR(1)

  lx = f11*(a*vpsi/V + conicity*y/r0)
  ly = f22*(vy/V - psi)
  r = SQRT(lx*lx + ly*ly)/muN
  IF (r < 3d0) THEN
    k = 1d0 - r/3d0 + r*r/27d0
  ELSE
    k = 1d0/r
  END IF
  x = ABS(y) - clearance
  IF (x <= -rounding) THEN
    spring = 0d0
  ELSE IF (x < rounding) THEN
    spring = kf*(x + rounding)**2/(4*rounding)
  ELSE
    spring = kf*x
  END IF

  F(1:2) = U(3:4)
  F(3) = 1d3/m*(-2*k*ly - ky*y - SIGN(spring, y))
  F(4) = 1d3/Iz*(-2*a*k*lx - kpsi*psi)
END SUBROUTINE FUNC

SUBROUTINE STPNT(NDIM,U,PAR,T)
  IMPLICIT NONE
  INTEGER, INTENT(IN) :: NDIM
  DOUBLE PRECISION, INTENT(INOUT) :: U(NDIM), PAR(*)
  DOUBLE PRECISION, INTENT(IN) :: T
  PAR(1) = 50d0
  U = 0d0
END SUBROUTINE STPNT

SUBROUTINE PVLS
END SUBROUTINE PVLS
SUBROUTINE BCND
END SUBROUTINE BCND
SUBROUTINE ICND
END SUBROUTINE ICND
SUBROUTINE FOPT
END SUBROUTINE FOPT
