//! The loopback device of a new network namespace.

use std::io::{self, ErrorKind};

use rustix::io::Errno;
use rustix::net::{AddressFamily, RecvFlags, SendFlags, SocketFlags, SocketType, recv, send, socket_with};

/// The first device of every namespace.
const LOOPBACK: i32 = 1;
const RTM_NEWLINK: u16 = 16;
const NLMSG_ERROR: u16 = 2;
/// `NLM_F_REQUEST | NLM_F_ACK`.
const WITH_ANSWER: u16 = 1 | 4;
const IFF_UP: u32 = 1;

/// Brings the loopback device up, so that programs can connect to `localhost`.
///
/// The request is sent by netlink, which needs no unsafe code, unlike the usual ioctl.
///
/// # Errors
/// Errors of the system.
pub(super) fn bring_up() -> io::Result<()> {
    let netlink = socket_with(AddressFamily::NETLINK, SocketType::RAW, SocketFlags::CLOEXEC, None)?;
    let request = request();
    send(&netlink, &request, SendFlags::empty())?;
    let mut answer = [0; 64];
    let (length, _) = recv(&netlink, &mut answer, RecvFlags::empty())?;
    match error_of(&answer[..length]) {
        Some(0) => Ok(()),
        // The error number is negated.
        Some(error) => Err(Errno::from_raw_os_error(error.wrapping_neg()).into()),
        None => Err(ErrorKind::InvalidData.into()),
    }
}

/// A message header, followed by the description of the device: `nlmsghdr` and `ifinfomsg`.
fn request() -> Vec<u8> {
    let device_type: u16 = 0;
    let (family, padding): (u8, u8) = (0, 0);
    let (sequence, port): (u32, u32) = (1, 0);
    let mut body = vec![family, padding];
    body.extend(device_type.to_ne_bytes());
    body.extend(LOOPBACK.to_ne_bytes());
    // The flag values, then the mask of flags to change.
    body.extend(IFF_UP.to_ne_bytes());
    body.extend(IFF_UP.to_ne_bytes());
    let length: u32 = 16 + 16;
    let mut request = length.to_ne_bytes().to_vec();
    request.extend(RTM_NEWLINK.to_ne_bytes());
    request.extend(WITH_ANSWER.to_ne_bytes());
    request.extend(sequence.to_ne_bytes());
    request.extend(port.to_ne_bytes());
    request.extend(body);
    request
}

/// The error number in an answer, which is 0 for a success.
fn error_of(answer: &[u8]) -> Option<i32> {
    let kind = u16::from_ne_bytes(answer.get(4..6)?.try_into().ok()?);
    let error = i32::from_ne_bytes(answer.get(16..20)?.try_into().ok()?);
    (kind == NLMSG_ERROR).then_some(error)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_request_is_as_long_as_it_says() {
        let request = request();
        assert_eq!(request.len(), 32);
        assert_eq!(request[..4], 32_u32.to_ne_bytes());
    }

    #[test]
    fn errors_are_read_from_answers() {
        let answer = |kind: u16, error: i32| {
            let header = [[0; 4].as_slice(), &kind.to_ne_bytes(), &[0; 10]].concat();
            [header, error.to_ne_bytes().to_vec()].concat()
        };
        assert_eq!(error_of(&answer(NLMSG_ERROR, 0)), Some(0));
        assert_eq!(error_of(&answer(NLMSG_ERROR, -1)), Some(-1));
        assert_eq!(error_of(&answer(3, 0)), None);
        assert_eq!(error_of(&answer(NLMSG_ERROR, 0)[..19]), None);
    }
}
