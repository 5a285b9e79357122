! Cooperrider's complex bogie as a function file of AUTO-07p: two wheelsets and a frame, seven freedoms, small angles.
! Axes: x forward, y left, z up; phi about x, psi about z. State in mm, mrad, mm/s, mrad/s, so that all entries are of one size:
!   U(1..7)  = y1, psi1, y2, psi2, yf, phif, psif      (1: front wheelset, 2: rear wheelset, f: frame)
!   U(8..14) = their rates
! PAR(1) = V (m/s), PAR(11) = period.

SUBROUTINE FUNC(NDIM,U,ICP,PAR,IJAC,F,DFDU,DFDP)
  IMPLICIT NONE
  INTEGER, INTENT(IN) :: NDIM, IJAC, ICP(*)
  DOUBLE PRECISION, INTENT(IN) :: U(NDIM), PAR(*)
  DOUBLE PRECISION, INTENT(OUT) :: F(NDIM)
  DOUBLE PRECISION, INTENT(INOUT) :: DFDU(NDIM,*), DFDP(NDIM,*)

  DOUBLE PRECISION, PARAMETER :: mw=1022d0, mf=2918d0, Iw=678d0, Ifr=6780d0, Ify=6780d0
  DOUBLE PRECISION, PARAMETER :: k1=1.823d6, k2=3.646d6, k3=3.646d6, k4=0.1823d6, k5=0.3333d6, k6=2.71d6
  DOUBLE PRECISION, PARAMETER :: dv=20d3, dl=29.2d3         ! secondary dampers: vertical D1, lateral D2
  DOUBLE PRECISION, PARAMETER :: d1=0.620d0, d2=0.680d0, b=1.074d0, h1=0.0762d0, h2=0.6584d0

  DOUBLE PRECISION q(7), w(7), V, Y1, M1, Y2, M2, P1, P2, S

  q = U(1:7)*1d-3
  w = U(8:14)*1d-3
  V = PAR(1)

  CALL TRACK_FORCES(V, q(1), q(2), w(1), w(2), Y1, M1)
  CALL TRACK_FORCES(V, q(3), q(4), w(3), w(4), Y2, M2)

  ! primary springs sideways, force on the frame; they lie h1 below its mass centre
  P1 = 2*k1*(q(1) - q(5) - b*q(7) - h1*q(6))
  P2 = 2*k1*(q(3) - q(5) + b*q(7) - h1*q(6))
  ! secondary suspension sideways, force on the frame; h2 above its mass centre
  S = -2*k4*(q(5) - h2*q(6)) - 2*dl*(w(5) - h2*w(6))

  F(1:7) = U(8:14)
  F(8)  = 1d3/mw*(-P1 + Y1)
  F(9)  = 1d3/Iw*(-2*k2*d1**2*(q(2) - q(7)) + M1)
  F(10) = 1d3/mw*(-P2 + Y2)
  F(11) = 1d3/Iw*(-2*k2*d1**2*(q(4) - q(7)) + M2)
  F(12) = 1d3/mf*(P1 + P2 + S)
  F(13) = 1d3/Ifr*(h1*(P1 + P2) - h2*S - (4*k3*d1**2 + 2*k5*d2**2)*q(6) - 2*dv*d2**2*w(6))
  F(14) = 1d3/Ify*(b*(P1 - P2) + 2*k2*d1**2*(q(2) + q(4) - 2*q(7)) - k6*q(7))

CONTAINS

  ! Lateral force and yaw moment of both wheels of a wheelset (creep forces, Vermeulen and Johnson's saturation) and of its flanges.
  SUBROUTINE TRACK_FORCES(V, y, psi, vy, vpsi, force, moment)
    DOUBLE PRECISION, INTENT(IN) :: V, y, psi, vy, vpsi
    DOUBLE PRECISION, INTENT(OUT) :: force, moment
    DOUBLE PRECISION, PARAMETER :: a=0.716d0, conicity=0.05d0, r0=0.4572d0, muN=10d3
    DOUBLE PRECISION, PARAMETER :: f11=6.563d6/0.60252d0, f22=6.563d6/0.54219d0
    DOUBLE PRECISION, PARAMETER :: kf=14.6d6, clearance=9.1d-3, rounding=1d-5
    DOUBLE PRECISION lx, ly, r, k, x, spring
    lx = f11*(a*vpsi/V + conicity*y/r0)       ! the left wheel's with the opposite sign
    ly = f22*(vy/V - psi)
    r = SQRT(lx*lx + ly*ly)/muN
    IF (r < 3d0) THEN
      k = 1d0 - r/3d0 + r*r/27d0
    ELSE
      k = 1d0/r
    END IF
    x = ABS(y) - clearance                    ! flange: its corner is a parabola from -rounding to +rounding
    IF (x <= -rounding) THEN
      spring = 0d0
    ELSE IF (x < rounding) THEN
      spring = kf*(x + rounding)**2/(4*rounding)
    ELSE
      spring = kf*x
    END IF
    force = -2*k*ly - SIGN(spring, y)
    moment = -2*a*k*lx
  END SUBROUTINE TRACK_FORCES
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
