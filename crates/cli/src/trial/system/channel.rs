//! The channel between this process and the init process of a run: the pipes of the program go one
//! way, messages about its start and its end go the other way.
//!
//! It is a socket that keeps message boundaries. The descriptors travel in a message, so no
//! descriptor is ever inheritable, and concurrent runs cannot hold each other's pipes.

use std::io::{self, ErrorKind, IoSlice, IoSliceMut};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

use rustix::cmsg_space;
use rustix::io::Errno;
use rustix::net::{
    AddressFamily, RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer,
    SendAncillaryMessage, SendFlags, SocketFlags, SocketType, recv, recvmsg, send, sendmsg, socketpair,
};

/// A message from a stage of the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Message {
    /// The system refused the namespaces, with this error number.
    Refused(i32),
    /// The program could not be started, with this error number.
    NotStarted(i32),
    /// The program is running.
    Started,
    /// The program has ended, with this status.
    Ended(i32),
}

const LENGTH: usize = 5;

impl Message {
    fn to_bytes(self) -> [u8; LENGTH] {
        let (kind, number) = match self {
            Self::Refused(error) => (0, error),
            Self::NotStarted(error) => (1, error),
            Self::Started => (2, 0),
            Self::Ended(status) => (3, status),
        };
        let [a, b, c, d] = number.to_le_bytes();
        [kind, a, b, c, d]
    }

    fn of_bytes([kind, a, b, c, d]: [u8; LENGTH]) -> Option<Self> {
        let number = i32::from_le_bytes([a, b, c, d]);
        match kind {
            0 => Some(Self::Refused(number)),
            1 => Some(Self::NotStarted(number)),
            2 => Some(Self::Started),
            3 => Some(Self::Ended(number)),
            _ => None,
        }
    }

    /// Sends it. Fails if the other end is closed.
    pub(super) fn send(self, channel: impl AsFd) -> io::Result<()> {
        send(channel, &self.to_bytes(), SendFlags::NOSIGNAL)?;
        Ok(())
    }

    /// Waits for a message. Returns `None` once the other end is closed.
    pub(super) fn receive(channel: impl AsFd) -> io::Result<Option<Self>> {
        let mut bytes = [0; LENGTH];
        let length = loop {
            match recv(channel.as_fd(), &mut bytes, RecvFlags::empty()) {
                // The other end was closed before it had read everything. The system reports this
                // once, before the messages that are still there.
                Err(Errno::INTR | Errno::CONNRESET) => {}
                received => break received?.0,
            }
        };
        match length {
            0 => Ok(None),
            LENGTH => Self::of_bytes(bytes).map(Some).ok_or_else(|| ErrorKind::InvalidData.into()),
            _ => Err(ErrorKind::InvalidData.into()),
        }
    }
}

/// Creates the two ends of a channel.
pub(super) fn channel() -> io::Result<(OwnedFd, OwnedFd)> {
    Ok(socketpair(AddressFamily::UNIX, SocketType::SEQPACKET, SocketFlags::CLOEXEC, None)?)
}

/// Sends the program's ends of its pipes.
pub(super) fn send_pipes(channel: impl AsFd, pipes: [BorrowedFd<'_>; 3]) -> io::Result<()> {
    let mut space = [MaybeUninit::uninit(); cmsg_space!(ScmRights(3))];
    let mut attached = SendAncillaryBuffer::new(&mut space);
    attached.push(SendAncillaryMessage::ScmRights(&pipes));
    // Descriptors are attached to at least one byte.
    sendmsg(channel, &[IoSlice::new(&[0])], &mut attached, SendFlags::NOSIGNAL)?;
    Ok(())
}

/// Receives the program's ends of its pipes.
pub(super) fn receive_pipes(channel: impl AsFd) -> io::Result<[OwnedFd; 3]> {
    let mut space = [MaybeUninit::uninit(); cmsg_space!(ScmRights(3))];
    let mut attached = RecvAncillaryBuffer::new(&mut space);
    let mut byte = [0];
    recvmsg(channel, &mut [IoSliceMut::new(&mut byte)], &mut attached, RecvFlags::CMSG_CLOEXEC)?;
    let mut pipes = Vec::new();
    for message in attached.drain() {
        if let RecvAncillaryMessage::ScmRights(received) = message {
            pipes.extend(received);
        }
    }
    <[OwnedFd; 3]>::try_from(pipes).map_err(|_other| ErrorKind::BrokenPipe.into())
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write, pipe};

    use super::*;

    #[test]
    fn messages_arrive_as_they_were_sent() {
        let (one, other) = channel().unwrap();
        let messages =
            [Message::Refused(1), Message::NotStarted(-2), Message::Started, Message::Ended(i32::MAX)];
        for message in messages {
            message.send(&one).unwrap();
        }
        for message in messages {
            assert_eq!(Message::receive(&other).unwrap(), Some(message));
        }
        drop(one);
        assert_eq!(Message::receive(&other).unwrap(), None);
        assert!(Message::Started.send(&other).is_err());
    }

    #[test]
    fn the_last_message_arrives_even_if_pipes_were_not_received() {
        let (one, other) = channel().unwrap();
        let (reader, _writer) = pipe().unwrap();
        send_pipes(&one, [reader.as_fd(); 3]).unwrap();
        Message::Refused(1).send(&other).unwrap();
        drop(other);
        assert_eq!(Message::receive(&one).unwrap(), Some(Message::Refused(1)));
        assert_eq!(Message::receive(&one).unwrap(), None);
    }

    #[test]
    fn descriptors_arrive_in_their_order() {
        let (one, other) = channel().unwrap();
        let ends = [pipe().unwrap(), pipe().unwrap(), pipe().unwrap()];
        let [a, b, c] = &ends;
        send_pipes(&one, [a.1.as_fd(), b.1.as_fd(), c.1.as_fd()]).unwrap();
        for (nth, sent) in receive_pipes(&other).unwrap().into_iter().enumerate() {
            std::fs::File::from(sent).write_all(&[u8::try_from(nth).unwrap()]).unwrap();
        }
        for (nth, (mut reader, writer)) in ends.into_iter().enumerate() {
            drop(writer);
            let mut received = Vec::new();
            reader.read_to_end(&mut received).unwrap();
            assert_eq!(received, [u8::try_from(nth).unwrap()]);
        }
        drop(one);
        assert!(receive_pipes(&other).is_err());
    }
}
